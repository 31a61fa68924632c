// The sink is called through a table of functions.
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

static void ignore(int data) { printf("%d\n", data); }

static void store(int data) {
    int buffer[10] = {0};
    if (IN_RANGE(data))
        buffer[data] = 1;  // BUG: out-of-bounds-write
    printf("%d\n", buffer[0]);
}

static void (*const table[])(int) = {ignore, store};

int main(void) {
    void (*sink)(int) = table[1];
    sink(read_number());
    return 0;
}
