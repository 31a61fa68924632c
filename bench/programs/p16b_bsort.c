/* Bubble sort of COUNT numbers: every comparison of a path involves all the others. */
int __VERIFIER_nondet_int(void);

#ifndef COUNT
#define COUNT 30
#endif

int main(void) {
    int values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int end = COUNT - 1; end > 0; end--) {
        int swapped = 0;
        for (int i = 0; i < end; i++) {
            if (values[i] > values[i + 1]) {
                int larger = values[i];
                values[i] = values[i + 1];
                values[i + 1] = larger;
                swapped = 1;
            }
        }
        if (!swapped)
            return 0;
    }
    return values[0] == values[COUNT - 1];
}
