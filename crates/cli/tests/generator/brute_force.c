/* Runs the program under test once for every sequence of inputs, each in a process of its own, and prints each error
   once as "kind line". Sequences are counted up like a number whose last digit is the last input asked for, so inputs
   that a run does not ask for cost nothing.

   Exit status 2: the program itself is not fit for the comparison (undefined behaviour that no macro announces, too many
   runs). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_INPUTS = 64, MOST_ERRORS = 256, MOST_RUNS = 6000, MOST_RELEASED = 256 };

/* Shared by all the processes. */
static struct {
  int inputs;
  unsigned value[MOST_INPUTS];
  int bits[MOST_INPUTS];
  int errors;
  struct {
    char kind[32];
    int line;
  } error[MOST_ERRORS];
} *shared;

static int asked;
static void *dead[MOST_RELEASED];
static int deaths;

int explored(void);

void ended(void) { _exit(0); }

static void unfit(const char *why) {
  fprintf(stderr, "unfit: %s\n", why);
  _exit(2);
}

unsigned choose(int bits) {
  if (asked == MOST_INPUTS)
    unfit("too many inputs");
  if (asked == shared->inputs) {
    shared->value[asked] = 0;
    shared->bits[asked] = bits;
    shared->inputs++;
  }
  return shared->value[asked++];
}

void failed(const char *kind, int line) {
  int i = 0;
  while (i < shared->errors && (shared->error[i].line != line || strcmp(shared->error[i].kind, kind)))
    i++;
  if (i == MOST_ERRORS)
    unfit("too many errors");
  if (i == shared->errors) {
    strcpy(shared->error[i].kind, kind);
    shared->error[i].line = line;
    shared->errors++;
  }
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

/* The memory is kept, so that no address comes back. */
void released(void *pointer, int line) {
  if (!pointer)
    return;
  if (is_dead(pointer))
    failed("double-free", line);
  if (deaths == MOST_RELEASED)
    unfit("too many objects");
  dead[deaths++] = pointer;
}

/* The next sequence; 0 after the last. */
static int advance(void) {
  while (shared->inputs > 0) {
    int last = shared->inputs - 1;
    if (++shared->value[last] < 1u << shared->bits[last])
      return 1;
    shared->inputs--;
  }
  return 0;
}

int main(void) {
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    unfit("no memory");
  int runs = 0;
  do {
    if (++runs > MOST_RUNS)
      unfit("too many runs");
    pid_t child = fork();
    if (child < 0)
      unfit("no process");
    if (child == 0) {
      alarm(5);
      explored();
      ended();
    }
    int status;
    if (waitpid(child, &status, 0) != child)
      unfit("no child");
    if (!WIFEXITED(status))
      unfit("a signal");
    if (WEXITSTATUS(status) != 0)
      return 2;
  } while (advance());
  for (int i = 0; i < shared->errors; i++)
    printf("%s %d\n", shared->error[i].kind, shared->error[i].line);
  return 0;
}
