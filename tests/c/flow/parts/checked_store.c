// The sink of 12_files_good.c.
#include <stdio.h>

void store(int data) {
    int buffer[10] = {0};
    if (data >= 0 && data < 10)
        buffer[data] = 1;
    printf("%d\n", buffer[5]);
}
