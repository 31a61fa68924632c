// TRUTH: unsafe
#include <assert.h>

int main(void) {
    unsigned x = 10;
    while (x >= 10)
        x += 2;
    assert(x % 2);
}
