// Loops that run once, around the source and around the sink. The index is checked.
// VERDICT: safe
#define CHECKED
#include "04_loops_bad.c"
