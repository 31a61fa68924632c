/* Runs each program of the table `programs` once for every sequence of its inputs. Prints "program" with its seed, then
   each error once as "kind line", or "left out" and why. Sequences are counted up like a number whose last digit is the
   last input asked for, so inputs that a run does not ask for cost nothing.

   All runs are in one process: a run that is over is left by a jump, and the variables that outlive it are set back. Heap
   objects are never given back, so that no address means two of them.

   Undefined behaviour that no macro announces ends in a signal: the program named last is not fit for the comparison. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 64, MOST_ERRORS = 256, MOST_RUNS = 6000, MOST_RELEASED = 256 };

/* The linker's names for the section with the variables of all programs. */
extern char __start_statics[], __stop_statics[];
static char *before;

static jmp_buf end_of_run;
static const char *unfit;

/* The sequence of inputs that the run follows, and how many it has asked for. */
static int inputs, asked;
static unsigned value[MOST_INPUTS];
static int width[MOST_INPUTS];

static int errors;
static struct {
  const char *kind;
  int line;
} error[MOST_ERRORS];

static void *dead[MOST_RELEASED];
static int deaths;

void ended(void) { longjmp(end_of_run, 1); }

static void leave_out(const char *why) {
  unfit = why;
  ended();
}

unsigned choose(int bits) {
  if (asked == MOST_INPUTS)
    leave_out("too many inputs");
  if (asked == inputs) {
    value[asked] = 0;
    width[asked] = bits;
    inputs++;
  }
  return value[asked++];
}

/* Remembers an error after which a run goes on. */
void noted(const char *kind, int line) {
  int i = 0;
  while (i < errors && (error[i].line != line || strcmp(error[i].kind, kind)))
    i++;
  if (i == MOST_ERRORS)
    leave_out("too many errors");
  if (i == errors) {
    error[i].kind = kind;
    error[i].line = line;
    errors++;
  }
}

void failed(const char *kind, int line) {
  noted(kind, line);
  ended();
}

static int is_dead(void *pointer) {
  for (int i = 0; i < deaths; i++)
    if (dead[i] == pointer)
      return 1;
  return 0;
}

void *usable(void *pointer, int line) {
  if (!pointer)
    failed("null-dereference", line);
  if (is_dead(pointer))
    failed("use-after-free", line);
  return pointer;
}

void released(void *pointer, int line) {
  if (!pointer)
    return;
  if (is_dead(pointer))
    failed("double-free", line);
  if (deaths == MOST_RELEASED)
    leave_out("too many objects");
  dead[deaths++] = pointer;
}

int shifted_left(int value, int amount, int line) {
  long long result = value * (1ll << amount);
  if (value < 0 || result != (int)result)
    noted("left-shift-overflow", line);
  return (int)result;
}

int wrapped(char operator, int a, int b, int line) {
  int result;
  int overflow = operator == '+'   ? __builtin_add_overflow(a, b, &result)
                 : operator == '-' ? __builtin_sub_overflow(a, b, &result)
                                   : __builtin_mul_overflow(a, b, &result);
  if (overflow)
    noted("signed-overflow", line);
  return result;
}

unsigned shifted_by(unsigned value, int left, int amount, int line) {
  if (amount >= 0 && amount < 32)
    return left ? value << amount : value >> amount;
  noted("shift-out-of-range", line);
  return 0;
}

/* The next sequence; 0 after the last. */
static int advance(void) {
  while (inputs > 0) {
    int last = inputs - 1;
    if (++value[last] < 1u << width[last])
      return 1;
    inputs--;
  }
  return 0;
}

static void run(const struct program *program) {
  memcpy(__start_statics, before, __stop_statics - __start_statics);
  asked = deaths = 0;
  if (setjmp(end_of_run) == 0)
    program->run();
}

static void try_all_inputs(const struct program *program) {
  int runs = 0;
  inputs = errors = 0;
  unfit = 0;
  do {
    if (++runs > MOST_RUNS)
      unfit = "too many runs";
    else
      run(program);
  } while (!unfit && advance());
}

int main(void) {
  size_t size = __stop_statics - __start_statics;
  before = malloc(size);
  if (!before)
    return 1;
  memcpy(before, __start_statics, size);
  for (const struct program *program = programs; program->run; program++) {
    printf("program %lu\n", program->seed);
    fflush(stdout);
    try_all_inputs(program);
    if (unfit)
      printf("left out: %s\n", unfit);
    for (int i = 0; !unfit && i < errors; i++)
      printf("%s %d\n", error[i].kind, error[i].line);
  }
  return 0;
}
