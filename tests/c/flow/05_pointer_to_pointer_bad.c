// The number is written and read through pointers to pointers.
// VERDICT: unsafe
#include <stdio.h>
#include <stdlib.h>

#ifdef CHECKED
#define IN_RANGE(i) ((i) >= 0 && (i) < 10)
#else
#define IN_RANGE(i) ((i) >= 0)
#endif

int main(void) {
    int data = -1;
    int *pointer = &data;
    int **first = &pointer, **second = &pointer;
    {
        char line[14] = "";
        if (fgets(line, 14, stdin) != NULL)
            **first = atoi(line);
    }
    {
        int copy = **second;
        int buffer[10] = {0};
        if (IN_RANGE(copy))
            buffer[copy] = 1;  // BUG: out-of-bounds-write
        printf("%d\n", buffer[1]);
    }
    return 0;
}
