/* The environment, and what a program may ask about its process: variables, random numbers, names and numbers. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
void klee_assume(size_t condition);

/* Variables that were asked for or set; a value of NULL stands for one that is not set. */
struct variable {
    const char *name;
    char *value;
    struct variable *next;
};

static struct variable *variables;

static char *copied(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = __secateur_allocate(size);
    __builtin_memcpy(copy, text, size);
    return copy;
}

static struct variable *find(const char *name) {
    for (struct variable *v = variables; v != NULL; v = v->next)
        if (strcmp(v->name, name) == 0)
            return v;
    struct variable *fresh = __secateur_allocate(sizeof *fresh);
    *fresh = (struct variable){copied(name), NULL, variables};
    return variables = fresh;
}

static _Bool is_known(const char *name) {
    for (struct variable *v = variables; v != NULL; v = v->next)
        if (strcmp(v->name, name) == 0)
            return 1;
    return 0;
}

char *getenv(const char *name) {
    _Bool known = is_known(name);
    struct variable *variable = find(name);
    if (!known && !__secateur_either("unset variable"))
        variable->value = __secateur_environment_string(name);
    return variable->value;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* Whether this can be the name of a variable. */
static _Bool is_name(const char *name) {
    size_t length = 0;
    while (name != NULL && name[length] != 0 && name[length] != '=')
        length++;
    if (name != NULL && length > 0 && name[length] == 0)
        return 1;
    errno = EINVAL;
    return 0;
}

/* Whether there is no memory for one more variable. */
static _Bool is_refused(void) {
    int error = __secateur_fails("allocation");
    if (error != 0)
        errno = error;
    return error != 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    if (!is_name(name))
        return -1;
    if (!overwrite && getenv(name) != NULL)
        return 0;
    if (is_refused())
        return -1;
    find(name)->value = copied(value);
    return 0;
}

int unsetenv(const char *name) {
    if (!is_name(name))
        return -1;
    find(name)->value = NULL;
    return 0;
}

int putenv(char *text) {
    size_t length = 0;
    while (text[length] != 0 && text[length] != '=')
        length++;
    if (text[length] == '=' && is_refused())
        return -1;
    char *name = __secateur_allocate(length + 1);
    __builtin_memcpy(name, text, length);
    name[length] = 0;
    find(name)->value = text[length] == '=' ? text + length + 1 : NULL;
    return 0;
}

/* The environment that main is given, too. The variables of an inherited one cannot be listed: they are inputs that
 * begin when the program asks for them. */
static char *inherited[1];
char **environ = inherited, **__environ = inherited, **_environ = inherited;

/* What a program is called when it is not called through another name. */
char *program_invocation_name = "program", *program_invocation_short_name = "program", *__progname = "program",
     *__progname_full = "program";

int clearenv(void) {
    for (struct variable *v = variables; v != NULL; v = v->next)
        v->value = NULL;
    return 0;
}

/* Random numbers are inputs: what a generator gives is nobody's to predict. */
static long below_2_31(const char *name) {
    size_t value = __secateur_fresh_value(name, 4);
    klee_assume(value < ((size_t)1 << 31));
    return (long)value;
}

/* But the same seed gives the same numbers again. (Those before the first seed are taken for a sequence of their own.) */
enum { IN_A_BLOCK = 32 };

struct numbers {
    long value[IN_A_BLOCK];
    struct numbers *next;
};

static struct sequence {
    unsigned seed, count;
    struct numbers *first;
    struct sequence *next;
} *sequences, *current;
static struct numbers *block;
static unsigned position;

void srand(unsigned seed) {
    position = 0;
    for (current = sequences; current != NULL; current = current->next)
        if (current->seed == seed)
            return;
    current = __secateur_allocate(sizeof *current);
    *current = (struct sequence){.seed = seed, .next = sequences};
    sequences = current;
}

void srandom(unsigned seed) { srand(seed); }

static long next_number(const char *name) {
    if (current == NULL)
        return below_2_31(name);
    unsigned here = position % IN_A_BLOCK;
    if (here == 0) {
        struct numbers **place = position == 0 ? &current->first : &block->next;
        if (*place == NULL) {
            *place = __secateur_allocate(sizeof **place);
            (*place)->next = NULL;
        }
        block = *place;
    }
    if (position == current->count) {
        block->value[here] = below_2_31(name);
        current->count++;
    }
    position++;
    return block->value[here];
}

int rand(void) { return (int)next_number("rand"); }
long random(void) { return next_number("random"); }
long lrand48(void) { return below_2_31("lrand48"); }
long mrand48(void) { return (long)(int)__secateur_fresh_value("mrand48", 4); }
unsigned arc4random(void) { return (unsigned)__secateur_fresh_value("arc4random", 4); }

int rand_r(unsigned *state) {
    *state = (unsigned)__secateur_fresh_value("rand_r state", 4);
    return (int)below_2_31("rand_r");
}

double drand48(void) {
    size_t value = __secateur_fresh_value("drand48", 8);
    klee_assume(value < ((size_t)1 << 48));
    return (double)value / 281474976710656.0;
}

void srand48(long seed) { (void)seed; }

/* Nothing is started outside, nothing waits. */
int getpid(void) { return (int)below_2_31("getpid"); }
int getppid(void) { return (int)below_2_31("getppid"); }
unsigned getuid(void) { return (unsigned)__secateur_fresh_value("getuid", 4); }
unsigned geteuid(void) { return (unsigned)__secateur_fresh_value("geteuid", 4); }
unsigned getgid(void) { return (unsigned)__secateur_fresh_value("getgid", 4); }
unsigned getegid(void) { return (unsigned)__secateur_fresh_value("getegid", 4); }

/* No alarm goes off; what was left of one is a number up to what it was set to. */
unsigned alarm(unsigned seconds) {
    static unsigned pending;
    size_t left = pending == 0 ? 0 : __secateur_fresh_fact("left of an alarm", 4);
    klee_assume(left <= pending);
    pending = seconds;
    return (unsigned)left;
}

int system(const char *command) { return command == NULL ? 1 : (int)__secateur_fresh_value("system", 4); }
