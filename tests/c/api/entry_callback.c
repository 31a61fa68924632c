// VERDICT: unknown
// What a function that is a parameter does is not known: a call of it is a cut, no bug.
// OPTIONS: --entry apply
int apply(int (*f)(int), int x) {
    if (x == 3)
        return f(x);
    return x;
}
