// VERDICT: unsafe
// A callback that is not called stands in the way of nothing.
// OPTIONS: --entry visit
int visit(void (*f)(void *), int x) {
    if (f)
        return 100 / (x - 3); // BUG: division-by-zero
    return *(int *)0;
}
