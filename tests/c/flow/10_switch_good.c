// The source is behind a switch, the sink behind a function that is always true. The index is checked.
// VERDICT: safe
#define CHECKED
#include "10_switch_bad.c"
