// The number goes straight to the array. The index is checked.
// VERDICT: safe
#define CHECKED
#include "01_plain_bad.c"
