// Draws points and boxes on a grid: lines "point X Y", "box X Y W H", "clear", "show".
// INPUT: stdin
// BUG: a box may end one column behind the right edge, which is behind the grid in the last row.
// SHOWS: box
// CRASH: box 12 7 5 1\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 16, HEIGHT = 8 };

static void box(char *grid, int x, int y, int w, int h) {
    if (w <= 0 || h <= 0)
        return;
#ifdef FIXED
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || w > WIDTH - x || h > HEIGHT - y)
        return;
#else
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || x + w - 1 > WIDTH || y + h > HEIGHT)
        return;
#endif
    for (int row = y; row < y + h; row++)
        memset(grid + row * WIDTH + x, '#', (size_t)w);
}

int main(void) {
    char line[64];
    char *grid = calloc(WIDTH, HEIGHT);
    if (grid == NULL)
        return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        int x, y, w, h;
        if (sscanf(line, "point %d %d", &x, &y) == 2) {
            if (x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT)
                grid[y * WIDTH + x] = '*';
        } else if (sscanf(line, "box %d %d %d %d", &x, &y, &w, &h) == 4) {
            box(grid, x, y, w, h);
        } else if (strncmp(line, "clear", 5) == 0) {
            memset(grid, 0, WIDTH * HEIGHT);
        } else if (strncmp(line, "show", 4) == 0) {
            for (int i = 0; i < WIDTH * HEIGHT; i++)
                putchar(grid[i] ? grid[i] : '.');
        }
    }
    free(grid);
    return 0;
}
