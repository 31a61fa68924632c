// It is closed once, too.
// OPTIONS: --sym-files 1 2
// VERDICT: unsafe
#include <stdio.h>

int main(void) {
    FILE *f = fopen("A", "r");
    if (f == NULL || freopen("A", "no mode", f) != NULL)
        return 0;
    fclose(f);
    fclose(f); // BUG: use-after-free
    return 0;
}
