// Numbers, words and comments, told apart by a table.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

enum { BLANK, NUMBER, WORD, COMMENT, STATES };
enum { SPACE, DIGIT, LETTER, HASH, CLASSES };

static const unsigned char next[STATES][CLASSES] = {
    [BLANK] = {BLANK, NUMBER, WORD, COMMENT},
    [NUMBER] = {BLANK, NUMBER, WORD, COMMENT},
    [WORD] = {BLANK, WORD, WORD, COMMENT},
    [COMMENT] = {BLANK, COMMENT, COMMENT, COMMENT},
};

int main(void) {
    unsigned state = BLANK, digits = 0;
    while (1) {
        unsigned class = pick(CLASSES);
        unsigned before = state;
        state = next[state][class];
        digits = state == NUMBER;
        if (before == COMMENT && state == NUMBER)
            reach_error();
        assert(!digits || class == DIGIT);
    }
}
