/* Explicit search: runs a round of each program of the table `programs` from every state its variables can be in, with every
   sequence of inputs, until no state is new. Prints "program" with its seed, then each error once as "kind line", or "left
   out" and why.

   Sequences are counted up like a number whose last digit is the last input asked for, so inputs that a round does not ask
   for cost nothing. A round that is over early is left by a jump.

   Undefined behaviour that no macro announces ends in a signal: the program named last is not fit for the comparison. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 32, MOST_ERRORS = 256, MOST_STATES = 6000, PLACES = 16384, MOST_RUNS = 300000, MOST_BYTES = 64 };

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

/* The states found so far, and where each is by its hash: a number that is one too high, 0 for none. */
static char state[MOST_STATES][MOST_BYTES];
static int states;
static int places[PLACES];

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

void failed(const char *kind, int line) {
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
  ended();
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

static void found(const char *now, size_t size) {
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char)now[i]) * 16777619u;
  unsigned place = hash % PLACES;
  for (; places[place]; place = (place + 1) % PLACES)
    if (!memcmp(state[places[place] - 1], now, size))
      return;
  if (states == MOST_STATES) {
    unfit = "too many states";
    return;
  }
  memcpy(state[states], now, size);
  places[place] = ++states;
}

static long runs;

/* Follows all sequences of inputs from one state. */
static void follow(const struct program *program, void (*part)(void), const char *from) {
  size_t size = program->stop - program->start;
  inputs = 0;
  do {
    if (++runs > MOST_RUNS)
      unfit = "too many runs";
    if (unfit)
      return;
    memcpy(program->start, from, size);
    asked = 0;
    if (setjmp(end_of_run) == 0) {
      part();
      found(program->start, size);
    }
  } while (!unfit && advance());
}

static void search(const struct program *program) {
  size_t size = program->stop - program->start;
  char first[MOST_BYTES], from[MOST_BYTES];
  errors = states = 0;
  runs = 0;
  unfit = 0;
  memset(places, 0, sizeof places);
  if (size > MOST_BYTES) {
    unfit = "too many variables";
    return;
  }
  memcpy(first, program->start, size);
  follow(program, program->begin, first);
  for (int next = 0; next < states && !unfit; next++) {
    memcpy(from, state[next], size);
    follow(program, program->round, from);
  }
}

int main(void) {
  for (const struct program *program = programs; program->round; program++) {
    printf("program %lu\n", program->seed);
    fflush(stdout);
    search(program);
    if (unfit)
      printf("left out: %s\n", unfit);
    for (int i = 0; !unfit && i < errors; i++)
      printf("%s %d\n", error[i].kind, error[i].line);
  }
  return 0;
}
