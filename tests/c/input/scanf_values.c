// Every value can be written where scanf reads a number, and what follows is not part of it.
// VERDICT: unsafe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x;
    unsigned char y;
    if (scanf("%d", &x) != 1)
        return 1;
    int c = getchar();
    assert(c < '0' || c > '9');
    if (scanf("%hhu", &y) != 1)
        return 2;
    if (x == -123456789 && y == 250 && c == ';')
        assert(0);  // BUG: assertion-failure
    return 0;
}
