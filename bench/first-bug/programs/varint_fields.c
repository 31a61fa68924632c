// Messages of fields with a key and a value as variable-length numbers, in the manner of protocol buffers.
// INPUT: fuzzer
// BUG: a length near the largest number wraps around in the test for the end of the message.
// SHOWS: name_hash, message
// CRASH: \x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01
#include <stddef.h>
#include <stdint.h>

struct reader {
    const uint8_t *data;
    size_t size, at;
};

static int varint(struct reader *reader, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (reader->at == reader->size)
            return 0;
        uint8_t byte = reader->data[reader->at++];
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return 1;
    }
    return 0;
}

static unsigned name_hash(const uint8_t *name, size_t n) {
    unsigned hash = 5381;
    for (size_t i = 0; i < n; i++)
        hash = hash * 33 + name[i];
    return hash;
}

static unsigned message(struct reader *reader) {
    unsigned sum = 0;
    uint64_t key, value;
    while (reader->at < reader->size) {
        if (!varint(reader, &key) || key >> 3 == 0)
            return sum;
        if (!varint(reader, &value))
            return sum;
        switch (key & 7) {
        case 0: sum += (unsigned)value; break;
        case 2:
#ifdef FIXED
            if (value > reader->size - reader->at)
                return sum;
#else
            if (reader->at + value > reader->size)
                return sum;
#endif
            sum += name_hash(reader->data + reader->at, (size_t)value);
            reader->at += (size_t)value;
            break;
        default: return sum;
        }
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct reader reader = {data, size, 0};
    return message(&reader) == 12345 ? 0 : 0;
}
