// Addresses that the front end computes: one past the end is fine, anything else is outside.
// VERDICT: unsafe
// OPTIONS: --checks +pointer-overflow
#include <stddef.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
int numbers[4];
struct pair { char tag; int two[2]; } pairs[2];

int main(void) {
    char *byte = (char *)(numbers + 4);
    int *number = &pairs[1].two[1];
    switch (__VERIFIER_nondet_int()) {
    case 0: byte = (char *)numbers + PTRDIFF_MAX; break; // BUG: pointer-overflow
    case 1: number = numbers - 1; break;                 // BUG: pointer-overflow
    case 2: number = pairs[1].two + 3; break;            // BUG: pointer-overflow
    }
    return byte == NULL || number == NULL;
}
