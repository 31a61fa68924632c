// A file nobody knows may be missing, or have anything in it.
// VERDICT: unsafe
#include <stdio.h>

int main(void) {
    FILE *file = fopen("no/such/file.conf", "r");
    char line[16] = "";
    if (fgets(line, sizeof line, file) == NULL)  // BUG: null-dereference
        return 1;
    fclose(file);
    return 0;
}
