/* Plain C in place of what the engine gives the models (runtime/libc/engine.h), for text that is all there.
 *
 * Inputs have no place here: the models are compared on strings, files of their own and given times. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Bool model___secateur_certainly(_Bool condition) { return condition; }
size_t model___secateur_room(const char *text) { return strlen(text) + 1; }
size_t model___secateur_capacity(const char *text) { return strlen(text) + 1; }
unsigned char model___secateur_peek(const char *text, size_t index) { return (unsigned char)text[index]; }
void model_klee_assume(size_t condition) { (void)condition; }
char *model___secateur_existing_file(const char *name, size_t *size) { return (void)name, *size = 0, NULL; }
void *model___secateur_allocate(size_t size) { return malloc(size); }
void *model___secateur_pages(size_t size) { return calloc(1, size); }
void *model___secateur_give(size_t size) { return malloc(size); }
int model___secateur_fails(const char *operation) { return (void)operation, 0; }
size_t model___secateur_apart(const void *to, const void *from) {
    const char *a = to, *b = from;
    return (size_t)(a < b ? b - a : a - b);
}

void model_exit(int status) { exit(status); }

static _Noreturn void no_input(const char *what) {
    printf("a model asked the engine for %s\n", what);
    exit(1);
}

void model___secateur_fresh_bytes(const char *stream, void *to, size_t n) { (void)to, (void)n, no_input(stream); }
void model___secateur_used(size_t n) { (void)n; }
unsigned long model___secateur_fresh_integer(const char *stream, char c, unsigned n) { (void)c, (void)n, no_input(stream); }
double model___secateur_fresh_double(const char *stream) { no_input(stream); }
unsigned long model___secateur_fresh_value(const char *name, unsigned bytes) { (void)bytes, no_input(name); }
unsigned long model___secateur_fresh_fact(const char *name, unsigned bytes) { (void)bytes, no_input(name); }
unsigned long model___secateur_implied(const char *name, unsigned bytes) { (void)bytes, no_input(name); }
_Bool model___secateur_either(const char *what) { no_input(what); }
char *model___secateur_environment_string(const char *name) { no_input(name); }
void model___secateur_overlapping_copy(void) { no_input("the report of an overlapping copy"); }
void model___secateur_closed_stream(void) { no_input("the report of a closed stream"); }
/* Where what is not modelled ends: a comparison may go on with the next. */
jmp_buf not_modelled;
_Bool goes_on;
void model___secateur_not_modelled(const char *what) {
    if (goes_on)
        longjmp(not_modelled, 1);
    no_input(what);
}
int model___secateur_format(char **text, const char *format, void *list) { return (void)text, (void)list, no_input(format), 0; }
const char *model___secateur_folder(void) { return "/"; }
_Bool model___secateur_is_known(const char *text) { return (void)text, 1; }
const char *model___secateur_listing(const char *folder, size_t *size) { return (void)folder, *size = 0, NULL; }
unsigned model___secateur_files_given(void) { return 0; }
