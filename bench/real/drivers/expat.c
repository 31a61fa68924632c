/* Bytes taken for XML, with handlers for elements, text, comments, and declarations. */
#include "expat.h"

static void start(void *count, const XML_Char *name, const XML_Char **attributes) {
    while (*attributes)
        attributes += 2, ++*(int *)count;
    (void)name;
}

static void end(void *count, const XML_Char *name) { *(int *)count += name[0] == 'a'; }

static void text(void *count, const XML_Char *bytes, int length) { *(int *)count += length > 0 && bytes[0] == ' '; }

static void comment(void *count, const XML_Char *bytes) { *(int *)count += bytes[0] != 0; }

static void instruction(void *count, const XML_Char *target, const XML_Char *bytes) { *(int *)count += target[0] == bytes[0]; }

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    int count = 0;
    XML_Parser parser = XML_ParserCreate(0);
    if (!parser)
        return 0;
    XML_SetHashSalt(parser, 1);
    XML_SetUserData(parser, &count);
    XML_SetElementHandler(parser, start, end);
    XML_SetCharacterDataHandler(parser, text);
    XML_SetCommentHandler(parser, comment);
    XML_SetProcessingInstructionHandler(parser, instruction);
    XML_Parse(parser, (const char *)data, (int)size, 1);
    XML_ParserFree(parser);
    return 0;
}
