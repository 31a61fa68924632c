// Source and sink are functions of their own.
// VERDICT: unsafe
#include <stdio.h>
#include <stdlib.h>

#ifdef CHECKED
#define IN_RANGE(i) ((i) >= 0 && (i) < 10)
#else
#define IN_RANGE(i) ((i) >= 0)
#endif

static int read_number(void) {
    char line[14] = "";
    return fgets(line, sizeof line, stdin) != NULL ? atoi(line) : -1;
}

static void store(int data) {
    int buffer[10] = {0};
    if (IN_RANGE(data)) {
        buffer[data] = 1;  // BUG: out-of-bounds-write
        printf("%d\n", buffer[0]);
    }
}

int main(void) {
    store(read_number());
    return 0;
}
