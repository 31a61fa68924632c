// The array is on the heap. The index is checked.
// VERDICT: safe
#define CHECKED
#include "09_heap_bad.c"
