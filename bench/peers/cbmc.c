/* What our headers declare, in CBMC's words. */
void klee_make_symbolic(void *object, unsigned long size, const char *name) {
    (void)name;
    __CPROVER_havoc_slice(object, size);
}

void klee_assume(unsigned long condition) { __CPROVER_assume(condition); }
void __VERIFIER_assume(int condition) { __CPROVER_assume(condition); }

void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)text, (void)file, (void)line, (void)function;
    __CPROVER_assert(0, "klee_assert");
}
