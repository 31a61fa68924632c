// Variables whose declaration a jump passes by end with their block all the same.
// VERDICT: unsafe
int __VERIFIER_nondet_int(void);

static int of_switch(int x) {
    int *p;
    switch (x) {
        int t;
    case 0:
        t = 1;
        p = &t;
        break;
    default:
        t = 2;
        p = &t;
    }
    return *p; // BUG: use-after-scope
}

static int of_block(void) {
    int *p;
    goto in;
    {
        int x;
    in:
        x = 4;
        p = &x;
    }
    return *p; // BUG: use-after-scope
}

int main(void) { return __VERIFIER_nondet_int() ? of_switch(__VERIFIER_nondet_int()) : of_block(); }
