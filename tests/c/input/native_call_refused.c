// Without native calls a path ends at one.
// VERDICT: unknown
// OPTIONS: --external-calls none
#define _GNU_SOURCE
#include <string.h>

int main(void) { return strverscmp("a9", "a10") > 0; }
