// VERDICT: unsafe
// Whole objects, parts of objects, arrays, structs, the same name twice, a null name.
#include <klee/klee.h>
#include <stddef.h>
struct Record {
    char tag;
    int values[2];
};

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "x");
    if (x == 5 && y == 6)
        klee_assert(x != 5); // BUG: assertion-failure
    struct Record r = {1, {2, 3}};
    klee_make_symbolic(&r.values[1], sizeof r.values[1], NULL);
    klee_assert(r.tag == 1 && r.values[0] == 2);
    klee_assert(r.values[1] != 1000); // BUG: assertion-failure
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    if (text[0] == 'a' && text[1] == 'b' && text[2] == 'c')
        klee_assert(0); // BUG: assertion-failure
    return 0;
}
