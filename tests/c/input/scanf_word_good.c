// A word with a width fits, and has no space in it.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[5] = "";
    if (scanf("%4s", word) == 1) {
        assert(word[0] != '\0' || strlen(word) == 0);
        assert(strchr(word, ' ') == NULL);
        assert(strlen(word) <= 4);
    }
    return 0;
}
