// VERDICT: unsafe
// Numbers that differ in more than one byte.
#define FIRST 251
#include "walk.h"

int main(void) {
    assert(walk() >= 152);  // BUG: assertion-failure
    return 0;
}
