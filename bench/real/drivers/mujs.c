/* Bytes taken for a program in JavaScript: parsed and compiled, not run, and without the library of the language. */
#include "jsi.h"
#include "jsbuiltin.h"
#include "jscompile.h"
#include "jslex.h"
#include "jsparse.h"
#include <string.h>

void jsB_init(js_State *state) { (void)state; }

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char text[129];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    js_State *state = js_newstate(0, 0, JS_STRICT * (size > 0 && text[0] == '!'));
    if (!state)
        return 0;
    if (!js_try(state)) {
        js_Ast *tree = jsP_parse(state, "text", text);
        jsC_compilescript(state, tree, 0);
        js_endtry(state);
    }
    jsP_freeparse(state);
    js_freestate(state);
    return 0;
}
