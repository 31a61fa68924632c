// The sink of 12_files_bad.c.
#include <stdio.h>

void store(int data) {
    int buffer[10] = {0};
    if (data >= 0)
        buffer[data] = 1;  // BUG: out-of-bounds-write
    printf("%d\n", buffer[5]);
}
