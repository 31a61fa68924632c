/* Eight bytes of JSON cut into tokens. */
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include "jsmn.h"
#include <klee/klee.h>

int main(void) {
    char text[8];
    jsmntok_t tokens[6];
    jsmn_parser parser;
    klee_make_symbolic(text, sizeof text, "text");
    jsmn_init(&parser);
    return jsmn_parse(&parser, text, sizeof text, tokens, 6) < 0;
}
