/* Bytes cut into SQL's tokens and parsed by the grammar of SQLite, without what its rules do. */
#include "sqliteInt.h"
#include "token.c"
#include "grammar.c"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char text[129];
    int type, space = 1;
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    void *parser = sqlite3ParserAlloc(malloc);
    if (!parser)
        return 0;
    for (const unsigned char *at = text; *at && at < text + size;) {
        at += sqlite3GetToken(at, &type);
        space = type == TK_SPACE;
        if (type == TK_ILLEGAL)
            break;
        if (!space)
            sqlite3Parser(parser, type, 0);
    }
    sqlite3Parser(parser, TK_SEMI, 0);
    sqlite3Parser(parser, 0, 0);
    sqlite3ParserFree(parser, free);
    return 0;
}
