// Global flags decide where data comes from and where it goes. The index is checked.
// VERDICT: safe
#define CHECKED
#include "02_global_flag_bad.c"
