// An allocator over a small arena with first fit and merging: aN allocates N units, fI frees block I.
// INPUT: stdin
// BUG: merging with the block behind looks at a header even where the freed block is the last one of the arena.
// SHOWS: give_back
// CRASH: a7a7a7a4f3
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 29, BLOCKS = 8 };

struct unit {
    unsigned short size; /* of the block, its header included */
    unsigned char used, mark;
};

static int take(struct unit *arena, unsigned n) {
    for (unsigned at = 0; at < UNITS; at += arena[at].size) {
        struct unit *block = &arena[at];
        if (block->used || block->size < n + 1)
            continue;
        if (block->size > n + 1) {
            struct unit *rest = block + n + 1;
            rest->size = (unsigned short)(block->size - n - 1);
            rest->used = 0;
            block->size = (unsigned short)(n + 1);
        }
        block->used = 1;
        for (unsigned i = 1; i < block->size; i++)
            block[i].mark = 0xa5;
        return (int)at;
    }
    return -1;
}

static void give_back(struct unit *arena, int at) {
    struct unit *block = &arena[at];
    block->used = 0;
    struct unit *behind = block + block->size;
#ifdef FIXED
    if (behind == arena + UNITS)
        return;
#endif
    if (!behind->used)
        block->size = (unsigned short)(block->size + behind->size);
}

int main(void) {
    struct unit *arena = calloc(UNITS, sizeof *arena);
    if (arena == NULL)
        return 1;
    arena[0].size = UNITS;
    int blocks[BLOCKS], n = 0, c;
    memset(blocks, -1, sizeof blocks);
    while ((c = getchar()) != EOF) {
        int digit = getchar();
        if (digit < '0' || digit > '9')
            break;
        int value = digit - '0';
        if (c == 'a' && n < BLOCKS && value > 0) {
            blocks[n++] = take(arena, (unsigned)value);
        } else if (c == 'f' && value < n && blocks[value] >= 0) {
            give_back(arena, blocks[value]);
            blocks[value] = -1;
        }
    }
    free(arena);
    return 0;
}
