// Loops that run once, around the source and around the sink.
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
    for (int i = 0; i < 1; i++) {
        char line[14] = "";
        if (fgets(line, 14, stdin) != NULL)
            data = atoi(line);
    }
    while (1) {
        int buffer[10] = {0};
        if (IN_RANGE(data))
            buffer[data] = 1;  // BUG: out-of-bounds-write
        for (int i = 0; i < 10; i++)
            printf("%d", buffer[i]);
        break;
    }
    return 0;
}
