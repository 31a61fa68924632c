// The number is kept in an array of a structure, beside others. The index is checked.
// VERDICT: safe
#define CHECKED
#include "11_array_of_arrays_bad.c"
