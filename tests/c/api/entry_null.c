// VERDICT: unsafe
// With --null-params pointers may be null, one with a count only if that is 0.
// OPTIONS: --entry both --null-params --ptr-size 4
#include <stddef.h>

int both(const char *data, size_t len, const int *flag) {
    int sum = 0;
    for (size_t i = 0; i < len; i++)
        sum += data[i];
    if (data == NULL)
        return len == 0 ? 0 : *(int *)NULL;
    return sum + *flag; // BUG: null-dereference
}
