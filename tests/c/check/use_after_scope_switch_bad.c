// A variable in front of the first `case` is another one each time the `switch` is executed, also where a case goes on to the next.
// VERDICT: unsafe
// OPTIONS: --checks default,uninitialised-use
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static int kept_value(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        switch (i) {
            int kept;
        case 0:
            kept = 5;
            break;
        case 1:
            sum++;
        default:
            if (kept == 5) // BUG: uninitialised-use
                sum += 2;
        }
    }
    return sum;
}

static int kept_address(int rounds) {
    int sum = 0;
    int *last = NULL;
    for (int i = 0; i < rounds; i++) {
        if (i == 1)
            sum += *last; // BUG: use-after-scope
        switch (i & 1) {
            int other;
        case 0:
            other = i;
            last = &other;
        default:
            sum++;
        }
    }
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 3;
    return __VERIFIER_nondet_int() ? kept_value(n) : kept_address(n);
}
