// Source and sink are functions of their own. The index is checked.
// VERDICT: safe
#define CHECKED
#include "03_calls_bad.c"
