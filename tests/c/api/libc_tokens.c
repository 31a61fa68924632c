// VERDICT: safe
// Searching and cutting concrete strings with the models.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[] = "alpha, beta;gamma";
    char *word = strtok(line, ", ;");
    assert(strcmp(word, "alpha") == 0);
    assert(strcmp(strtok(NULL, ", ;"), "beta") == 0);
    assert(strcmp(strtok(NULL, ", ;"), "gamma") == 0);
    assert(strtok(NULL, ", ;") == NULL);
    assert(strcmp(strstr("needle in haystack", "in"), "in haystack") == 0);
    assert(strstr("abc", "abcd") == NULL && *strstr("abc", "") == 'a');
    assert(strspn("aabbc", "ab") == 4 && strcspn("aabbc", "c") == 4);
    assert(*strrchr("a/b/c", '/') == '/' && strrchr("a/b/c", '/')[1] == 'c');
    char *copy = strdup("text");
    strcat(strcpy(copy, "te"), "xt");
    assert(strncmp(copy, "text", 10) == 0 && strnlen(copy, 2) == 2);
    free(copy);
    return 0;
}
