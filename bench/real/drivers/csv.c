/* Eight bytes of comma-separated values. */
#include "csv.h"
#include <klee/klee.h>

static void field(void *bytes, size_t size, void *count) {
    (void)bytes;
    *(size_t *)count += size;
}

static void row(int end, void *count) { *(size_t *)count += (size_t)(end == '\n'); }

int main(void) {
    char text[8];
    size_t count = 0;
    struct csv_parser parser;
    klee_make_symbolic(text, sizeof text, "text");
    if (csv_init(&parser, (unsigned char)klee_range(0, 16, "options")) != 0)
        return 1;
    csv_parse(&parser, text, sizeof text, field, row, &count);
    csv_fini(&parser, field, row, &count);
    csv_free(&parser);
    return 0;
}
