/* Bytes taken for JSON, written again, and compared with a copy. */
#include "jansson.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    json_error_t error;
    if (size == 0)
        return 0;
    json_object_seed(1);
    json_t *tree = json_loadb((const char *)data + 1, size - 1, data[0] & 0xf, &error);
    if (tree) {
        free(json_dumps(tree, JSON_ENCODE_ANY | (data[0] & 0x20 ? JSON_SORT_KEYS : 0) | JSON_INDENT(data[0] >> 6)));
        json_t *copy = json_deep_copy(tree);
        json_equal(tree, copy);
        json_decref(copy);
        json_decref(tree);
    }
    return 0;
}
