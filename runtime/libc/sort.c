/* qsort and bsearch.
 *
 * Runs of up to RUN elements are sorted by binary insertion, which asks for few comparisons: each one may fork. Longer
 * arrays are merged from such runs, bottom-up, with a buffer. Stable like glibc's, so equal elements end where a native
 * replay puts them.
 */
#include <stddef.h>

#include "engine.h"

void free(void *block);

typedef int Compare(const void *, const void *, void *);

enum { RUN = 16 };

/* Moves the element at `from` down to `to`, byte by byte, shifting those between up by one place. */
static void move_down(char *to, char *from, size_t size) {
    for (size_t byte = 0; byte < size; byte++) {
        char moved = from[byte];
        for (char *p = from + byte; p != to + byte; p -= size)
            *p = *(p - size);
        to[byte] = moved;
    }
}

static void insertion_sort(char *base, size_t count, size_t size, Compare *compare, void *context) {
    for (size_t i = 1; i < count; i++) {
        size_t low = 0, high = i;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (compare(base + i * size, base + middle * size, context) < 0)
                high = middle;
            else
                low = middle + 1;
        }
        move_down(base + low * size, base + i * size, size);
    }
}

/* Merges the sorted ranges [left, middle) and [middle, right) of base. */
static void merge(char *base, size_t left, size_t middle, size_t right, size_t size, char *buffer, Compare *compare,
                  void *context) {
    size_t held = middle - left, i = 0, j = middle, to = left;
    __builtin_memcpy(buffer, base + left * size, held * size);
    while (i < held && j < right) {
        if (compare(base + j * size, buffer + i * size, context) < 0)
            __builtin_memmove(base + to++ * size, base + j++ * size, size);
        else
            __builtin_memcpy(base + to++ * size, buffer + i++ * size, size);
    }
    __builtin_memcpy(base + to * size, buffer + i * size, (held - i) * size);
}

void qsort_r(void *array, size_t count, size_t size, Compare *compare, void *context) {
    char *base = array;
    char *buffer = count > RUN ? __secateur_allocate(count * size) : NULL;
    if (buffer == NULL) {
        insertion_sort(base, count, size, compare, context);
        return;
    }
    for (size_t left = 0; left < count; left += RUN)
        insertion_sort(base + left * size, count - left < RUN ? count - left : RUN, size, compare, context);
    for (size_t width = RUN; width < count; width *= 2) {
        for (size_t left = 0; left + width < count; left += 2 * width) {
            size_t right = count - left < 2 * width ? count : left + 2 * width;
            merge(base, left, left + width, right, size, buffer, compare, context);
        }
    }
    free(buffer);
}

typedef int PlainCompare(const void *, const void *);

static int call_plain(const void *a, const void *b, void *compare) { return (*(PlainCompare **)compare)(a, b); }

void qsort(void *array, size_t count, size_t size, PlainCompare *compare) {
    qsort_r(array, count, size, call_plain, &compare);
}

void *bsearch(const void *key, const void *array, size_t count, size_t size, PlainCompare *compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)array + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
