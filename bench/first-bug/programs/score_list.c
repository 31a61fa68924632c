// Sorts scores and prints mean and median without the best and the worst: numbers separated by blanks.
// INPUT: stdin
// BUG: with two scores nothing is left, and the mean is divided by zero.
// SHOWS: mean
// CRASH: 3 4\n
#include <stdio.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int mean(const int *scores, int n) {
    long sum = 0;
    for (int i = 1; i < n - 1; i++)
        sum += scores[i];
    return (int)(sum / (n - 2));
}

int main(void) {
    int scores[16], n = 0, score;
    while (n < 16 && scanf("%d", &score) == 1) {
        if (score < 0 || score > 100) {
            fprintf(stderr, "%d is no score\n", score);
            return 1;
        }
        scores[n++] = score;
    }
#ifdef FIXED
    if (n < 3)
        return 0;
#else
    if (n < 2)
        return 0;
#endif
    qsort(scores, (size_t)n, sizeof *scores, by_size);
    printf("mean %d median %d\n", mean(scores, n), scores[n / 2]);
    return 0;
}
