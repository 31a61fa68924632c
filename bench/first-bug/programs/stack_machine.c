// A stack machine: one instruction a line, with labels 0 to 7 to jump to.
// INPUT: stdin
// BUG: swap asks for one value on the stack, not for two.
// SHOWS: run
// CRASH: push 3\nswap\n
#include <stdio.h>
#include <string.h>

enum { CODE = 32, STACK = 16, STEPS = 200 };

enum operation { PUSH, ADD, SUB, DUP, SWAP, POP, JUMP, JZ, PRINT, OPERATIONS };

static const char *const names[OPERATIONS] = {"push", "add", "sub", "dup", "swap", "pop", "jump", "jz", "print"};

struct instruction {
    enum operation operation;
    unsigned argument;
};

static int assemble(struct instruction *code) {
    char line[32], name[8];
    int n = 0;
    while (n < CODE && fgets(line, sizeof line, stdin) != NULL) {
        unsigned argument = 0;
        if (sscanf(line, "%7s %u", name, &argument) < 1)
            continue;
        int operation = 0;
        while (operation < OPERATIONS && strcmp(name, names[operation]) != 0)
            operation++;
        if (operation == OPERATIONS) {
            printf("unknown: %s\n", name);
            return -1;
        }
        code[n].operation = (enum operation)operation;
        code[n].argument = argument;
        n++;
    }
    return n;
}

static int run(const struct instruction *code, int n) {
    unsigned stack[STACK];
    int used = 0, steps = 0;
    static const int needs[OPERATIONS] = {0, 2, 2, 1,
#ifdef FIXED
                                          2,
#else
                                          1,
#endif
                                          1, 0, 1, 1};
    for (int at = 0; at < n && steps < STEPS; at++, steps++) {
        struct instruction i = code[at];
        if (used < needs[i.operation] || used + 1 >= STACK)
            return -1;
        unsigned top = used > 0 ? stack[used - 1] : 0;
        switch (i.operation) {
        case PUSH: stack[used++] = i.argument; break;
        case ADD: used--; stack[used - 1] += top; break;
        case SUB: used--; stack[used - 1] -= top; break;
        case DUP: stack[used++] = top; break;
        case SWAP:
            stack[used - 1] = stack[used - 2];
            stack[used - 2] = top;
            break;
        case POP: used--; break;
        case JUMP:
        case JZ:
            if (i.argument > (unsigned)n)
                return -1;
            if (i.operation == JUMP || top == 0)
                at = (int)i.argument - 1;
            break;
        case PRINT: printf("%u\n", top); break;
        case OPERATIONS: return -1;
        }
    }
    return 0;
}

int main(void) {
    struct instruction code[CODE];
    int n = assemble(code);
    return n < 0 || run(code, n) != 0;
}
