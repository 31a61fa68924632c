// VERDICT: safe
#include "nb.h"

__attribute__((noinline)) static void nothing(void) {}

int main(void) {
    if (nb())
        nothing();
    int s = 0;
    for (int i = 0; i < 50; i++)
        s += i;
    assert(s == 1225);
    return 0;
}
