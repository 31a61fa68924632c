// Copies whose source and destination overlap, by every function that copies.
// VERDICT: unsafe
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);

struct record { int values[4]; };

int main(void) {
    char text[32] = "hello world";
    wchar_t wide[8] = L"wide";
    struct record records[2] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};
    struct record *shifted = (struct record *)&records[0].values[1];
    int where = __VERIFIER_nondet_int();
    switch (where) {
    case 0: memcpy(text + 2, text, 8); break; // BUG: overlapping-copy
    case 1: strcpy(text, text + 3); break; // BUG: overlapping-copy
    case 2: strcpy(text + 3, text); break; // BUG: overlapping-copy
    case 3: strncpy(text + 1, text, 4); break; // BUG: overlapping-copy
    case 4: strcat(text, text + 2); break; // BUG: overlapping-copy
    case 5: sprintf(text, "%s!", text); break; // BUG: overlapping-copy
    case 6: snprintf(text, 8, "%d %s", 3, text + 1); break; // BUG: overlapping-copy
    case 7: stpcpy(text, text); break; // BUG: overlapping-copy
    case 8: strncat(text, text, 3); break; // BUG: overlapping-copy
    case 9: memccpy(text, text + 2, 'z', 6); break; // BUG: overlapping-copy
    case 10: mempcpy(text + 2, text, 8); break; // BUG: overlapping-copy
    case 11: wcscpy(wide, wide + 1); break; // BUG: overlapping-copy
    case 13: swab(text + 3, text, 6); break; // BUG: overlapping-copy
    case 12: *shifted = records[0]; break; // BUG: overlapping-copy
    default:
        if (where > 100 && where < 120)
            memcpy(text, text + (where - 100), 10); // BUG: overlapping-copy
    }
    return 0;
}
