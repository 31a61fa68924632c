// A file that nobody knows has the same bytes when it is read again, by whatever function, and goes on behind them.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char first[3], again[4];
    FILE *file = fopen("nobody-knows-this.txt", "r");
    if (file == NULL)
        return 0;
    int a = fgetc(file), b = fgetc(file);
    fclose(file);
    file = fopen("nobody-knows-this.txt", "r");
    assert(file != NULL);
    size_t n = fread(first, 1, sizeof first, file);
    assert((n > 0) == (a != EOF) && (n > 1) == (b != EOF));
    assert(n < 1 || (unsigned char)first[0] == a);
    assert(n < 2 || (unsigned char)first[1] == b);
    fclose(file);
    if (b == EOF)
        return 0;
    file = fopen("nobody-knows-this.txt", "r");
    assert(fgets(again, 3, file) == again && again[0] == (char)a);
    assert(again[0] == '\n' || again[1] == (char)b);
    fclose(file);
    return 0;
}
