// The number is written to one member of a union and read from another.
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

union number {
    int first;
    int second;
    char bytes[4];
};

int main(void) {
    union number number;
    number.first = read_number();
    int data = number.second;
    int buffer[10] = {0};
    if (IN_RANGE(data))
        buffer[data] = 1;  // BUG: out-of-bounds-write
    printf("%d\n", buffer[9]);
    return 0;
}
