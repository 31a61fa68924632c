// The sink is called through a table of functions. The index is checked.
// VERDICT: safe
#define CHECKED
#include "08_function_pointer_bad.c"
