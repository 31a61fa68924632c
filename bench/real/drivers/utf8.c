/* Five bytes of UTF-8, normalised and case-folded. */
#include "utf8proc.h"
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    utf8proc_uint8_t text[5], *mapped = 0;
    klee_make_symbolic(text, sizeof text, "text");
    utf8proc_map(text, sizeof text, &mapped, UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    free(mapped);
    return 0;
}
