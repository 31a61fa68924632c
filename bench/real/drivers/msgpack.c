/* Bytes taken for objects of MessagePack, each printed. */
#include <msgpack.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char out[256];
    size_t at = 0;
    msgpack_unpacked object;
    msgpack_unpacked_init(&object);
    while (msgpack_unpack_next(&object, (const char *)data, size, &at) == MSGPACK_UNPACK_SUCCESS)
        msgpack_object_print_buffer(out, sizeof out, object.data);
    msgpack_unpacked_destroy(&object);
    return 0;
}
