// Neighbours, other objects, an assignment to itself, and what is made for overlaps.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

struct record { int values[40]; };

int main(void) {
    char text[32] = "hello world", other[32] = "and more";
    struct record records[2] = {{{1}}, {{2}}};
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 1 || j < 0 || j > 1)
        return 0;
    struct record *a = &records[i], *b = &records[j];
    *a = *b;
    assert(a->values[0] == j + 1);
    memmove(text + 1, text, 11);
    memcpy(text + 16, text, 16);
    text[31] = 0;
    strcpy(text + 12, "");
    assert(strcmp(text, "hhello world") == 0);
    strcpy(text + 13, text);
    strncpy(text, text + 5, 4);
    strcat(text, other);
    strncat(other, other + 8, 0);
    snprintf(text, 8, "%.4s", other);
    strcpy(text + 13, "ab");
    sprintf(text, "%s", text + 13);
    assert(memccpy(text, text + 4, 'q', 4) == NULL);
    swab(text, text + 4, 4);
    swab(text, text, 4);
    return 0;
}
