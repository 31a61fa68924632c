// A stream is used after it was closed, and where there is none.
// VERDICT: unsafe
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    FILE *file = fopen("Makefile", "r");
    if (file == NULL)
        return 1;
    fclose(file);
    int where = __VERIFIER_nondet_int();
    if (where == 0)
        fclose(file); // BUG: use-after-free
    if (where == 1)
        fprintf(file, "%d", 1); // BUG: use-after-free
    if (where == 2)
        return fgetc(file); // BUG: use-after-free
    if (where == 3)
        return ferror(file); // BUG: use-after-free
    if (where == 4) {
        char line[4];
        // Another stream may lie where the first one was.
        FILE *again = fopen("Makefile", "r");
        if (again != NULL)
            fgets(line, sizeof line, file); // BUG: use-after-free
    }
    if (where == 5)
        return fclose(NULL); // BUG: null-dereference
    if (where == 6)
        return fopen(NULL, "r") != NULL; // BUG: null-dereference
    if (where == 7) {
        fclose(stderr);
        fputs("late", stderr); // BUG: use-after-free
    }
    return 0;
}
