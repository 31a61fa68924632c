// The number travels in a structure passed by value.
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

struct message {
    char tag[5];
    int value;
    double weight;
};

static void store(struct message message) {
    int buffer[10] = {0};
    int data = message.value;
    if (IN_RANGE(data))
        buffer[data] = 1;  // BUG: out-of-bounds-write
    printf("%d %s\n", buffer[2], message.tag);
}

int main(void) {
    struct message message = {"data", 0, 1.5};
    message.value = read_number();
    store(message);
    return 0;
}
