/* Bytes taken for JSON and written again as they are read. */
#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>

static int null(void *to) { return yajl_gen_null(to) == yajl_gen_status_ok; }
static int boolean(void *to, int value) { return yajl_gen_bool(to, value) == yajl_gen_status_ok; }
static int integer(void *to, long long value) { return yajl_gen_integer(to, value) == yajl_gen_status_ok; }
static int real(void *to, double value) { return yajl_gen_double(to, value) == yajl_gen_status_ok; }
static int string(void *to, const unsigned char *text, size_t size) { return yajl_gen_string(to, text, size) == yajl_gen_status_ok; }
static int open_map(void *to) { return yajl_gen_map_open(to) == yajl_gen_status_ok; }
static int close_map(void *to) { return yajl_gen_map_close(to) == yajl_gen_status_ok; }
static int open_array(void *to) { return yajl_gen_array_open(to) == yajl_gen_status_ok; }
static int close_array(void *to) { return yajl_gen_array_close(to) == yajl_gen_status_ok; }

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static yajl_callbacks calls = {null, boolean, integer, real, 0, string, open_map, string, close_map, open_array, close_array};
    if (size == 0)
        return 0;
    yajl_gen to = yajl_gen_alloc(0);
    yajl_gen_config(to, yajl_gen_beautify, data[0] & 1);
    yajl_handle from = yajl_alloc(&calls, 0, to);
    yajl_config(from, yajl_allow_comments, data[0] & 2);
    yajl_config(from, yajl_allow_multiple_values, data[0] & 4);
    size_t half = (size - 1) / 2;
    if (yajl_parse(from, data + 1, half) == yajl_status_ok && yajl_parse(from, data + 1 + half, size - 1 - half) == yajl_status_ok)
        yajl_complete_parse(from);
    yajl_free(from);
    yajl_gen_free(to);
    return 0;
}
