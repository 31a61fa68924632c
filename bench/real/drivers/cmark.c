/* Bytes taken for Markdown, made into HTML. */
#include "cmark.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size == 0)
        return 0;
    free(cmark_markdown_to_html((const char *)data + 1, size - 1, data[0] & 1 ? CMARK_OPT_SMART | CMARK_OPT_SOURCEPOS : CMARK_OPT_UNSAFE));
    return 0;
}
