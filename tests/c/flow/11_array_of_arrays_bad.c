// The number is kept in an array of a structure, beside others.
// VERDICT: unsafe
#include <stdio.h>
#include <stdlib.h>

#ifdef CHECKED
#define IN_RANGE(i) ((i) >= 0 && (i) < 10)
#else
#define IN_RANGE(i) ((i) >= 0)
#endif

static int read_number(void) {
    char line[14] = "";
    return fgets(line, sizeof line, stdin) != NULL ? atoi(line) : -1;
}

struct log {
    int entries[3];
    int count;
};

static void push(struct log *log, int value) {
    if (log->count < 3)
        log->entries[log->count++] = value;
}

int main(void) {
    struct log log = {{0}, 0};
    push(&log, 3);
    push(&log, read_number());
    push(&log, 4);
    int buffer[10] = {0};
    for (int i = 0; i < log.count; i++) {
        int data = log.entries[i];
        if (IN_RANGE(data))
            buffer[data] += 1;  // BUG: out-of-bounds-read
    }
    printf("%d\n", buffer[3]);
    return 0;
}
