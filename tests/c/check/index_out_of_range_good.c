// VERDICT: safe
struct Record {
    char name[8];
    int balance;
};
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    struct Record record = {"", 100};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < sizeof record.name)
        record.name[i] = 'x';
    char *end = &record.name[8];
    return end - record.name == 8 ? 0 : 1;
}
