// TRUTH: safe
#include <assert.h>

int main(void) {
    unsigned x = 0, y = 1;
    while (x < 6) {
        x++;
        y *= 2;
    }
    assert(y % 3);
}
