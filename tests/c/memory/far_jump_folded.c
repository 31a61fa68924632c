// The same as far_jump.c with an index that the compiler has added already; large objects are not left by it.
// VERDICT: unknown
// LEVELS: none light
char small[8] = {1}, large[1 << 20] = {1};
char *inside = &large[1 << 19];

int main(void) {
    return large[1 << 19] + *inside + small[1 << 19];
}
