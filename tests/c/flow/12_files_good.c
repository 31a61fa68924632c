// Source and sink are in different files. The index is checked.
// VERDICT: safe
// FILES: parts/checked_store.c
#include <stdio.h>
#include <stdlib.h>

void store(int data);

int main(void) {
    char line[14] = "";
    if (fgets(line, sizeof line, stdin) != NULL)
        store(atoi(line));
    return 0;
}
