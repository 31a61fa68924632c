// VERDICT: safe
// Questions about the state, hints and messages: none changes what the program computes.
#include <errno.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert(klee_is_symbolic(x));
    klee_assert(!klee_is_symbolic(42));
    klee_assert(!klee_is_replay());
    char *block = malloc(12), local[5];
    klee_assert(klee_get_obj_size(block) == 12);
    klee_assert(klee_get_obj_size(local) == 5);
    klee_check_memory_access(block, 12);
    klee_check_memory_access(local + 1, 4);
    errno = 7;
    klee_assert(klee_get_errno() == 7);
    klee_prefer_cex(&x, x == 3);
    klee_posix_prefer_cex(&x, x == 3);
    klee_open_merge();
    if (x == 9)
        x = 8;
    klee_close_merge();
    klee_assert(x != 9);
    klee_warning("warning");
    klee_warning_once("once");
    klee_print_expr("x is", x);
    klee_print_range("x", x);
    klee_stack_trace();
    klee_mark_global(block);
    free(block);
    return 0;
}
