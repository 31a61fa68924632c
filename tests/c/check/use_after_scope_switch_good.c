// A variable in front of the first `case` lives as long as the body of its `switch`, loops inside of it included; one whose declaration `goto` passes by
// lives through the loop behind it.
// VERDICT: safe
// OPTIONS: --checks default,uninitialised-use
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static int of_outer(int mode, int rounds) {
    int sum = 0;
    switch (mode) {
        int kept;
    case 0:
        for (int i = 0; i < rounds; i++) {
            switch (i) {
            case 0:
                kept = 5;
                break;
            case 1:
                sum++;
            default:
                if (kept == 5)
                    sum += 2;
            }
        }
    }
    return sum;
}

static int behind_label(int rounds) {
    int sum = 0;
    goto in;
    int kept;
in:
    for (int i = 0; i < rounds; i++) {
        switch (i) {
        case 0:
            kept = 5;
            break;
        default:
            if (kept == 5)
                sum += 2;
        }
    }
    return sum;
}

static int of_loop(int rounds) {
    int sum = 0, left = (rounds + 1) / 2;
    switch (rounds & 1) {
        int *at, cells[2];
    case 0:
        do {
            cells[0] = 1;
            at = cells;
            sum += *at;
        case 1:
            cells[1] = 2;
            at = cells + 1;
            sum += *at;
        } while (--left > 0);
    }
    return sum;
}

static int each_round(int rounds) {
    int sum = 0;
    int *last = &sum;
    for (int i = 0; i < rounds; i++) {
        switch (i & 3) {
            int other;
        case 0:
            other = i;
            last = &other;
        case 1:
            if (i & 1) {
                other = 2;
                last = &other;
            }
            sum += *last;
            break;
        case 2:
            continue;
        case 3 ... 5:
            other = 3;
            sum += other;
        }
        last = &sum;
    }
    return sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    switch (__VERIFIER_nondet_int()) {
    case 0: return of_outer(n & 1, n);
    case 1: return behind_label(n);
    case 2: return of_loop(n);
    default: return each_round(n);
    }
}
