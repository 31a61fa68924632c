// The number is written and read through pointers to pointers. The index is checked.
// VERDICT: safe
#define CHECKED
#include "05_pointer_to_pointer_bad.c"
