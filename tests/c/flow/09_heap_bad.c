// The array is on the heap.
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

int main(void) {
    int data = read_number();
    int *buffer = calloc(10, sizeof *buffer);
    if (buffer == NULL)
        return 1;
    if (IN_RANGE(data))
        buffer[data] = 1;  // BUG: out-of-bounds-write
    printf("%d\n", buffer[4]);
    free(buffer);
    return 0;
}
