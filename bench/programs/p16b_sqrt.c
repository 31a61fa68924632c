/* Integer square root by counting: one number, one more product in the path condition for each step. */
unsigned __VERIFIER_nondet_uint(void);

#ifndef LIMIT
#define LIMIT 150
#endif

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned root = 0;
    while ((unsigned long)(root + 1) * (root + 1) <= n) {
        root++;
        if (root == LIMIT)
            return 2;
    }
    return (unsigned long)root * root == n;
}
