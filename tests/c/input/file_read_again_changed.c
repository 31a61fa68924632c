// A file that nobody knows does not hold what was read of it once it is written to: that is not followed.
// VERDICT: unknown
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("nobody-knows-this.txt", "r");
    if (file == NULL || fgetc(file) != 'a')
        return 0;
    fclose(file);
    file = fopen("nobody-knows-this.txt", "r+");
    if (file == NULL)
        return 0;
    fputc('x', file);
    fclose(file);
    file = fopen("nobody-knows-this.txt", "r");
    if (file == NULL)
        return 0;
    assert(fgetc(file) == 'a');
    return 0;
}
