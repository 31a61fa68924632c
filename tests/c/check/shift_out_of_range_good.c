// VERDICT: safe
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned x = 1;
    if (n >= 0 && n < 32)
        x <<= n;
    else if (n > 40 && n < 64)
        x = (unsigned)(1ul << n);
    else
        x = 1u << (n & 31);
    unsigned char c = (unsigned char)x;
    return (c << 9) == 5;
}
