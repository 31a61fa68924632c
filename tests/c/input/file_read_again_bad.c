// What comes behind the part of a file that was read before can be anything.
// VERDICT: unsafe
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("nobody-knows-this.txt", "r");
    if (file == NULL || fgetc(file) != 'a')
        return 0;
    fclose(file);
    file = fopen("nobody-knows-this.txt", "r");
    fgetc(file);
    int second = fgetc(file);
    assert(second != 'b');  // BUG: assertion-failure
    fclose(file);
    return 0;
}
