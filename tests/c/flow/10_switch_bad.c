// The source is behind a switch, the sink behind a function that is always true.
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

static int is_true(void) { return 1; }

int main(void) {
    int data;
    switch (6) {
    case 6:
        data = read_number();
        break;
    default:
        data = 0;
    }
    if (is_true()) {
        int buffer[10] = {0};
        if (IN_RANGE(data))
            buffer[data] = 1;  // BUG: out-of-bounds-write
        printf("%d\n", buffer[7]);
    }
    return 0;
}
