// VERDICT: safe
// Numbers that differ in more than one byte.
#define FIRST 251
#include "walk.h"

int main(void) {
    assert(walk() >= 151);
    return 0;
}
