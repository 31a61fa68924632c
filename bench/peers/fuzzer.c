/* Inputs for a fuzzer: each is read from standard input. What is not there, and a broken assumption, end the program. */
#include <stdio.h>
#include <stdlib.h>

void klee_make_symbolic(void *object, unsigned long size, const char *name) {
    (void)name;
    if (fread(object, 1, size, stdin) != size)
        exit(0);
}

void klee_assume(unsigned long condition) {
    if (!condition)
        exit(0);
}

void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)text, (void)file, (void)line, (void)function;
    abort();
}

void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }

#define INPUT(type, name) \
    type __VERIFIER_nondet_##name(void) { \
        type value; \
        klee_make_symbolic(&value, sizeof value, #name); \
        return value; \
    }
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(double, double)
