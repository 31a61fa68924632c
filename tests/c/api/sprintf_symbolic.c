// Numbers and strings that are printed into memory stay symbolic: every value, flag and width is as C writes it.
// VERDICT: safe
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
void klee_make_symbolic(void *address, size_t size, const char *name);

static int is(const char *text, const char *expected) { return strcmp(text, expected) == 0; }

static void integers(int x) {
    char text[16];
    int n = sprintf(text, "%d", x);
    assert(n == (int)strlen(text) && atoi(text) == x);
    assert(sprintf(text, "%u", (unsigned)x) == (int)strlen(text) && strtoul(text, NULL, 10) == (unsigned)x);
}

static void flags(int x) {
    char text[64];
    snprintf(text, sizeof text, "%+5d|%-4d|%05d|%.3d|% d|%x|%#X|%#o|%hhd|%c", x, x, x, x, x, x, x, x, x, 'a' + (x & 1));
    assert(x != -7 || is(text, "   -7|-7  |-0007|-007|-7|fffffff9|0XFFFFFFF9|037777777771|-7|b"));
    assert(x != 0 || is(text, "   +0|0   |00000|000| 0|0|0|0|0|a"));
    assert(x != 130 || is(text, " +130|130 |00130|130| 130|82|0X82|0202|-126|a"));
    snprintf(text, sizeof text, "<%.0d|%*d>", x, -4, x);
    assert(x != 0 || is(text, "<|0   >"));
}

static void strings(void) {
    char name[4], path[8];
    klee_make_symbolic(name, sizeof name, "name");
    name[3] = 0;
    int n = snprintf(path, sizeof path, "%s.txt", name);
    assert(n == (int)strlen(name) + 4);
    assert(strncmp(path, name, strlen(name)) == 0);
    assert(strlen(name) == 3 ? is(path + 3, ".txt") : path[strlen(name)] == '.');
    snprintf(path, sizeof path, "%5.2s|", name);
    assert(strlen(path) == 6 && (strlen(name) < 2 || memcmp(path + 3, name, 2) == 0));
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 0 || x == -7 || x == 130)
        flags(x);
    else if (x > -20 && x < 120)
        integers(x);
    else if (x == INT_MIN || x == INT_MAX)
        integers(x);
    else
        strings();
    return 0;
}
