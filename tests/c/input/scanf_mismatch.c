// What is no number stays in the stream.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = 5;
    int result = scanf("%d", &x);
    if (result == EOF) {
        assert(x == 5);
        assert(getchar() == EOF);
    } else if (result == 0) {
        assert(x == 5);
        int c = getchar();
        assert(c == EOF || c < '0' || c > '9');
    } else {
        assert(result == 1);
    }
    return 0;
}
