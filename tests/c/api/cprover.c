// VERDICT: unsafe
// CBMC's interface; the prototypes come from a header forced in from the command line.
// OPTIONS: --clang-arg=-include --clang-arg=cprover.h
int nondet_int(void);
unsigned char nondet_anything(void);

int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 0 && x < 100);
    __CPROVER_precondition(x != 0, "positive");
    __CPROVER_assert(x != 50, "not the middle"); // BUG: assertion-failure
    __CPROVER_postcondition(x < 99, "not the end"); // BUG: assertion-failure
    __CPROVER_cover(x == 7);
    __CPROVER_assert(nondet_anything() != 200, "any name"); // BUG: assertion-failure
    struct {
        int a, b;
    } object = {1, 2};
    __CPROVER_havoc_object(&object.b);
    __CPROVER_assert(object.a == 1 || object.b != 5, "both parts change"); // BUG: assertion-failure
    return 0;
}
