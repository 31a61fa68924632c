// The number is written to one member of a union and read from another. The index is checked.
// VERDICT: safe
#define CHECKED
#include "07_union_bad.c"
