// VERDICT: unsafe
// An address that is read as a number says nothing of the next run: by a union, here and in another function, by a copy of its
// bytes, by another type of pointer; and neither does where functions lie.
// LEVELS: none light
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

union word {
    void *pointer;
    uintptr_t number;
};
struct tagged {
    int kind;
    union {
        void *pointer;
        long number;
    };
};

static uintptr_t number_of(const union word *word) { return word->number; }
static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
    static int first, second;
    union word a = {&first}, b = {&second};
    switch (__VERIFIER_nondet_int()) {
    case 0:
        assert(a.number < b.number); // BUG: assertion-failure
        break;
    case 1:
        assert(a.number > b.number); // BUG: assertion-failure
        break;
    case 2:
        assert(number_of(&a) % 64 == 0); // BUG: assertion-failure
        break;
    case 3: {
        struct tagged *t = malloc(sizeof *t);
        if (!t)
            return 0;
        t->pointer = &second;
        long number = t->number;
        free(t);
        assert(number % 64 != 20); // BUG: assertion-failure
        break;
    }
    case 4: {
        void *p = &first;
        uintptr_t number;
        memcpy(&number, &p, sizeof number);
        assert(number / 4 % 3 != 1); // BUG: assertion-failure
        break;
    }
    case 5: {
        void *p = &first;
        assert(*(uintptr_t *)&p / 4 % 3 != 1); // BUG: assertion-failure
        break;
    }
    case 6:
        assert((uintptr_t)one < (uintptr_t)two); // BUG: assertion-failure
        break;
    case 7:
        assert((uintptr_t)one > (uintptr_t)two); // BUG: assertion-failure
        break;
    }
    return 0;
}
