// VERDICT: unsafe
// Past a member array, but still inside the struct: no byte of another object is touched.
struct Record {
    char name[8];
    int balance;
};
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    struct Record record = {"", 100};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < sizeof record)
        record.name[i] = 'x'; // BUG: index-out-of-range
    return 0;
}
