// VERDICT: safe
// Where a program ends by exit, the variables of functions that have not returned still name what they name; so do pointers
// into the middle of a block, and one stored in what a handler has yet to look at.
// OPTIONS: --checks +memory-leak
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct Holder {
    int tag;
    char *inside;
};
static int *seen;

static void at_end(void) {
    if (seen && *seen != 5)
        abort();
}

static void leave(struct Holder *given) {
    char *own = malloc(4);
    if (own && given->tag == 1)
        exit(0);
    free(own);
}

int main(void) {
    int local = 5;
    seen = &local;
    atexit(at_end);
    struct Holder holder = {__VERIFIER_nondet_int(), NULL};
    char *block = malloc(16);
    if (!block)
        return 0;
    holder.inside = block + 7;
    block = NULL;
    leave(&holder);
    free(holder.inside - 7);
    seen = NULL;
    return 0;
}
