// Source and sink are in different files.
// VERDICT: unsafe
// FILES: parts/store.c
#include <stdio.h>
#include <stdlib.h>

void store(int data);

int main(void) {
    char line[14] = "";
    if (fgets(line, sizeof line, stdin) != NULL)
        store(atoi(line));
    return 0;
}
