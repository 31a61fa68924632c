// TRUTH: safe
#include <assert.h>

int main(void) {
    unsigned x = 0;
    while (x < 0x0fffffff)
        x += 2;
    assert(x % 2 == 0);
}
