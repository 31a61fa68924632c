/* A record of key=value; fields on six symbolic bytes: every byte steers a state machine, and a hash of all of them
 * decides at the end, so no two paths can be told to be alike before it. */
#include <assert.h>
#include <klee/klee.h>

enum State { KEY, VALUE, QUOTED, ESCAPE, DONE, BAD };

int main(void) {
    unsigned char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    enum State state = KEY;
    unsigned hash = 17;
    int fields = 0, length = 0;
    for (int i = 0; i < 6 && state != BAD; i++) {
        unsigned char c = text[i];
        switch (state) {
        case KEY:
            if (c == '=' && length)
                state = VALUE, length = 0;
            else if (c >= 'a' && c <= 'z')
                length++, hash = hash * 31 + 1;
            else if (c == ';' && !length)
                hash = hash * 31 + 2;
            else
                state = BAD;
            break;
        case VALUE:
            if (c == '"' && !length)
                state = QUOTED;
            else if (c == ';')
                state = KEY, fields++, length = 0, hash = hash * 31 + 3;
            else if (c >= '0' && c <= '9')
                length++, hash = hash * 31 + 4;
            else if (c >= 'A' && c <= 'F')
                length++, hash = hash * 31 + 5;
            else
                state = BAD;
            break;
        case QUOTED:
            if (c == '\\')
                state = ESCAPE;
            else if (c == '"')
                state = VALUE, length = 1;
            else
                hash = hash * 31 + 6;
            break;
        case ESCAPE:
            state = QUOTED;
            hash = hash * 31 + (c == 'n' ? 7 : 8);
            break;
        default:
            return 1;
        }
    }
    assert(hash != 4242424242u);
    return fields;
}
