// Wide text that is printed takes as many bytes as it has characters, and has to end.
// VERDICT: unsafe
#include <stdio.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char small[4], large[16];
    wchar_t open[2] = {L'a', L'b'};
    if (__VERIFIER_nondet_int())
        sprintf(small, "%ls", L"abcd"); // BUG: out-of-bounds-write
    else
        snprintf(large, sizeof large, "%S", open); // BUG: out-of-bounds-read
    return 0;
}
