// The table forgets that it is in a comment, and has a state too many.
// VERDICT: unsafe
// ENDLESS: 3000
#include "loops.h"

enum { BLANK, NUMBER, WORD, COMMENT, STATES };
enum { SPACE, DIGIT, LETTER, HASH, CLASSES };

static const unsigned char next[STATES][CLASSES] = {
    [BLANK] = {BLANK, NUMBER, WORD, COMMENT},
    [NUMBER] = {BLANK, NUMBER, WORD, COMMENT},
    [WORD] = {BLANK, WORD, WORD, STATES},
    [COMMENT] = {BLANK, NUMBER, COMMENT, COMMENT},
};

int main(void) {
    unsigned state = BLANK;
    while (1) {
        unsigned class = pick(CLASSES);
        unsigned before = state;
        state = next[state][class]; // BUG: out-of-bounds-read
        if (before == COMMENT && state == NUMBER)
            reach_error(); // BUG: error-call
    }
}
