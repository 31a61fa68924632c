// Who calls a weak function that is not there calls null.
// VERDICT: unsafe
// LEVELS: none light
extern void hook(void) __attribute__((weak));

int main(void) {
    hook();  // BUG: null-dereference
    return 0;
}
