// Global flags decide where data comes from and where it goes.
// VERDICT: unsafe
#include <stdio.h>
#include <stdlib.h>

#ifdef CHECKED
#define IN_RANGE(i) ((i) >= 0 && (i) < 10)
#else
#define IN_RANGE(i) ((i) >= 0)
#endif

static int from_input = 1;
static int to_array = 5;
int global_false = 0;

int main(void) {
    int data = -1;
    if (from_input) {
        char line[14] = "";
        if (fgets(line, 14, stdin) != NULL)
            data = atoi(line);
        else
            printf("no line\n");
    }
    if (global_false)
        data = 7;
    if (to_array == 5) {
        int buffer[10] = {0};
        if (IN_RANGE(data))
            buffer[data] = 1;  // BUG: out-of-bounds-write
        printf("%d\n", buffer[3]);
    }
    return 0;
}
