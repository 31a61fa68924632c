// What a native function gives may not follow from its arguments: one result is not all.
// VERDICT: unknown
#include <unistd.h>

int main(void) { return gethostid() == 12345; }
