// VERDICT: unsafe
#include "walk.h"

int main(void) {
    assert(walk() >= 152);  // BUG: assertion-failure
    return 0;
}
