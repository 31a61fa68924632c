// VERDICT: safe
// Who looks at the address first, or has memory that is aligned by promise, reads what is aligned. Such questions are about
// as many objects as there are.
// OPTIONS: --checks +misaligned-access
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static int first(const char *bytes) {
    if ((uintptr_t)bytes % sizeof(int) != 0) {
        int copy;
        memcpy(&copy, bytes, sizeof copy);
        return copy;
    }
    return *(const int *)bytes;
}

int main(void) {
    char buffer[8] = {0};
    int sum = first(buffer + (__VERIFIER_nondet_int() & 3));
    _Alignas(int) char aligned[8] = {0};
    sum += *(int *)(aligned + 4);
    for (int i = 0; i < 40; i++) {
        char *heap = calloc(2, 8);
        if (!heap)
            return 0;
        sum += first(heap) + *(int *)(heap + 8);
        free(heap);
    }
    return __VERIFIER_nondet_int() ? sum : 0;
}
