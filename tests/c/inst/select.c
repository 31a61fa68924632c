// VERDICT: safe
// Conditional expressions, nested, of integers and of pointers.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int largest = a > b ? (a > c ? a : c) : (b > c ? b : c);
    assert(largest >= a && largest >= b && largest >= c);
    assert(largest == a || largest == b || largest == c);
    int x = 1, y = 2;
    int *p = a < b ? &x : &y;
    *p += 10;
    assert(x + y == 13);
    assert(a < b ? x == 11 : y == 12);
    return 0;
}
