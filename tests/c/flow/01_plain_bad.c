// The number goes straight to the array.
// VERDICT: unsafe
#include <stdio.h>
#include <stdlib.h>

#ifdef CHECKED
#define IN_RANGE(i) ((i) >= 0 && (i) < 10)
#else
#define IN_RANGE(i) ((i) >= 0)
#endif

int main(void) {
    char line[14] = "";
    int buffer[10] = {0};
    int data = -1;
    if (fgets(line, sizeof line, stdin) != NULL)
        data = atoi(line);
    if (IN_RANGE(data))
        buffer[data] = 1;  // BUG: out-of-bounds-write
    for (int i = 0; i < 10; i++)
        printf("%d\n", buffer[i]);
    return 0;
}
