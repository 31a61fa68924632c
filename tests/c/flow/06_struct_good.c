// The number travels in a structure passed by value. The index is checked.
// VERDICT: safe
#define CHECKED
#include "06_struct_bad.c"
