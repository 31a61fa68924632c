// TRUTH: safe
#include <assert.h>

int main(void) {
    unsigned i = 0, j = 0;
    while (i < 1000000) {
        j = 0;
        while (j < 10)
            j++;
        assert(j == 10);
        i++;
    }
}
