// Reads two matrices of small whole numbers and prints their product.
// INPUT: stdin
// BUG: the inner sizes are compared only when the second matrix is square.
// SHOWS: multiply
// CRASH: 1 2 5 6 1 3 7 8 9\n
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    unsigned rows, columns;
    int *cells;
};

static int *cell(const struct matrix *m, unsigned row, unsigned column) { return &m->cells[row * m->columns + column]; }

static int read_matrix(struct matrix *m) {
    if (scanf("%u %u", &m->rows, &m->columns) != 2)
        return 0;
    if (m->rows < 1 || m->rows > 4 || m->columns < 1 || m->columns > 4)
        return 0;
    m->cells = malloc(m->rows * m->columns * sizeof(int));
    if (m->cells == NULL)
        return 0;
    for (unsigned i = 0; i < m->rows * m->columns; i++) {
        if (scanf("%d", &m->cells[i]) != 1) {
            free(m->cells);
            return 0;
        }
        m->cells[i] %= 1000;
    }
    return 1;
}

static void multiply(const struct matrix *a, const struct matrix *b) {
    for (unsigned i = 0; i < a->rows; i++) {
        for (unsigned j = 0; j < b->columns; j++) {
            int sum = 0;
            for (unsigned k = 0; k < a->columns; k++)
                sum += *cell(a, i, k) * *cell(b, k, j);
            printf("%d ", sum);
        }
        printf("\n");
    }
}

int main(void) {
    struct matrix a, b;
    if (!read_matrix(&a))
        return 1;
    if (!read_matrix(&b)) {
        free(a.cells);
        return 1;
    }
#ifdef FIXED
    if (a.columns != b.rows)
#else
    if (b.rows == b.columns && a.columns != b.rows)
#endif
        printf("sizes do not fit\n");
    else
        multiply(&a, &b);
    free(a.cells);
    free(b.cells);
    return 0;
}
