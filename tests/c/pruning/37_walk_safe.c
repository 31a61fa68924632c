// VERDICT: safe
#include "walk.h"

int main(void) {
    assert(walk() >= 151);
    return 0;
}
