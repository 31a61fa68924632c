// Without native calls a path ends at one.
// VERDICT: unknown
// OPTIONS: --external-calls none
#include <stdlib.h>

int main(void) { return atof("1.5") > 1.0; }
