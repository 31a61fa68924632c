// Far inside one large object, by an index that the compiler has added already.
// VERDICT: safe
char large[1 << 20] = {1};
char *inside = &large[1 << 19];

int main(void) {
    return large[1 << 19] + *inside + large[1000000];
}
