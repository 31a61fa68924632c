/* Six bytes of JSON: parse, print, compare with a copy. */
#include "cJSON.h"
#include <klee/klee.h>

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    text[6] = 0;
    cJSON *tree = cJSON_Parse(text);
    if (tree) {
        cJSON *copy = cJSON_Duplicate(tree, 1);
        cJSON_Compare(tree, copy, 1);
        cJSON_Delete(copy);
        cJSON_Delete(tree);
    }
    return 0;
}
