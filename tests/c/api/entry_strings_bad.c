// VERDICT: unsafe
// A text has nothing behind its NUL.
// OPTIONS: --entry second --string-params --ptr-size 5
int second(const char *name) {
    if (name[0] == 'x')
        return name[1];
    return name[1]; // BUG: out-of-bounds-read
}
