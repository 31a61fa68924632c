// Subscripts of vectors, which are no arrays.
// VERDICT: unsafe
typedef int four __attribute__((vector_size(16)));
int __VERIFIER_nondet_int(void);

int main(void) {
    four a = {1, 2, 3, 4};
    int read = __VERIFIER_nondet_int(), written = __VERIFIER_nondet_int();
    int x = a[read]; // BUG: index-out-of-range
    a[written] = 5;  // BUG: index-out-of-range
    return x + a[0];
}
