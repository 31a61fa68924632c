// VERDICT: safe
// What is promised of addresses holds of those that are read as numbers, too; and numbers that are none are what they are.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

union word {
    int *pointer;
    uintptr_t number;
    double real;
};

static uintptr_t number_of(const union word *word) { return word->number; }
static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
    static int first, second;
    union word a = {&first}, b = {&second}, copy;
    assert(a.number != b.number && a.number == (uintptr_t)&first && number_of(&b) == b.number);
    assert(a.number % sizeof(int) == 0);
    a.number += sizeof(int);
    a.number -= sizeof(int);
    *a.pointer = 5;
    assert(first == 5 && a.pointer == &first);
    memcpy(&copy, &b, sizeof copy);
    *copy.pointer = 6;
    assert(second == 6 && copy.number == b.number);

    uintptr_t both = a.number ^ b.number, one_of_them;
    memcpy(&one_of_them, &both, sizeof both);
    assert((one_of_them ^ a.number) == b.number);

    int x = __VERIFIER_nondet_int();
    copy.number = x & 7;
    b.number = 12;
    if (number_of(&copy) > 3)
        assert(copy.number >= 4 && number_of(&b) == 12);
    copy.real = 1.0;
    assert(copy.number == 0x3ff0000000000000u);

    int (*f)(void) = x ? one : two;
    uintptr_t number = (uintptr_t)f;
    assert((uintptr_t)one != (uintptr_t)two && f != (x ? two : one));
    assert(((int (*)(void))number)() == (x ? 1 : 2));
    return 0;
}
