// VERDICT: safe
// Arrays of variable length, also in a loop that frees them each round.
#include <assert.h>

static int sum_to(int n) {
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i + 1;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    assert(sizeof values == n * sizeof(int));
    return sum;
}

int main(void) {
    assert(sum_to(10) == 55);
    for (int round = 1; round < 50; round++) {
        char buffer[round * 10];
        buffer[round * 10 - 1] = 1;
        assert(buffer[round * 10 - 1] == 1);
    }
    int rows = 3, columns = 4;
    int matrix[rows][columns];
    for (int i = 0; i < 12; i++)
        matrix[i / columns][i % columns] = i;
    assert(matrix[2][1] == 9);
    return 0;
}
