// VERDICT: unsafe
#include "graph.h"

int main(void) {
    assert(walk() >= 96); // BUG: assertion-failure
    return 0;
}
