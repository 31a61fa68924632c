// What reaches a file may fail: opening, writing, flushing, closing.
// VERDICT: unsafe
#include <assert.h>
#include <stdio.h>

static void report(void) {
    FILE *file = fopen("report", "w");
    fputs("x", file); // BUG: null-dereference
    fclose(file);
}

static void table(void) {
    FILE *file = fopen("table", "w");
    if (file == NULL)
        return;
    int length = fprintf(file, "%d\n", 7);
    char line[4] = "";
    line[length] = 0; // BUG: out-of-bounds-write
    assert(fflush(file) == 0); // BUG: assertion-failure
    fputc('c', file);
    assert(fclose(file) == 0); // BUG: assertion-failure
}

int main(void) {
    table();
    report();
    return 0;
}
