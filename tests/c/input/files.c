// Symbolic files, and files the program writes itself.
// VERDICT: unsafe
// OPTIONS: --sym-files 1 4 --failures none
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char bytes[8] = "";
    FILE *in = fopen("A", "rb");
    assert(in != NULL);
    assert(fread(bytes, 1, sizeof bytes, in) == 4);
    assert(feof(in));
    FILE *out = fopen("written", "w+");
    fwrite(bytes, 1, 4, out);
    fprintf(out, "-%d", 7);
    rewind(out);
    char back[8] = "";
    assert(fread(back, 1, 6, out) == 6);
    assert(memcmp(back, bytes, 4) == 0 && back[4] == '-' && back[5] == '7');
    fclose(out);
    fclose(in);
    assert(memcmp(bytes, "\x7f" "ELF", 4) != 0);  // BUG: assertion-failure
    return 0;
}
