// VERDICT: safe
// OPTIONS: --checks +memory-leak
// What the models keep for themselves is no leak of the program's.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat status;
    if (stat("unknown", &status) != 0)
        return 1;
    FILE *file = fopen("another", "r");
    if (file == NULL)
        return 2;
    char line[4];
    if (fgets(line, sizeof line, file) == NULL)
        line[0] = 0;
    fclose(file);
    char *copy = strdup("text");
    free(copy);
    return access("third", R_OK) == 0;
}
