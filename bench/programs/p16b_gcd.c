/* Greatest common divisor by subtraction (the running example of P16b): two numbers, one long chain of conditions. */
int __VERIFIER_nondet_int(void);

#ifndef STEPS
#define STEPS 60
#endif

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a <= 0)
        return 1;
    if (b <= 0)
        return 2;
    for (int step = 0; a != b; step++) {
        if (step == STEPS)
            return 3;
        if (a > b)
            a = a - b;
        else
            b = b - a;
    }
    return a == 1 ? 4 : 0;
}
