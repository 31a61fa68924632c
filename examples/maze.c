/* A maze: find the keys that lead from the start to the exit, marked '#'.
 *
 *     secateur run maze.c
 *
 * Shows: a search by constraint solving. The "bug" is the solution; its test holds the keys (exit status 10).
 */
#include <klee/klee.h>

enum { WIDTH = 9, HEIGHT = 5, STEPS = 14 };

static const char maze[HEIGHT][WIDTH + 1] = {
    "+-+-----+",
    "| |   |#|",
    "| | | | |",
    "|   |   |",
    "+---+---+",
};

static int opposite(char a, char b) { return (a ^ b) == ('w' ^ 's') || (a ^ b) == ('a' ^ 'd'); }

int main(void) {
    char keys[STEPS];
    klee_make_symbolic(keys, sizeof keys, "keys");

    int x = 1, y = 1;
    for (int i = 0; i < STEPS; i++) {
        switch (keys[i]) {
        case 'w': y--; break;
        case 's': y++; break;
        case 'a': x--; break;
        case 'd': x++; break;
        default: return 1;
        }
        if (maze[y][x] == '#')
            klee_assert(!"solved");
        /* No walking through walls, no turning back at once. */
        if (maze[y][x] != ' ')
            return 1;
        if (i > 0 && opposite(keys[i], keys[i - 1]))
            return 1;
    }
    return 0;
}
