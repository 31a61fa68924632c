// A ring buffer of eight bytes between a writer and a reader: wN writes N bytes, rN reads N, and the sum must agree.
// INPUT: stdin
// BUG: a write that ends exactly at the end of the buffer leaves the head one behind the last place.
// SHOWS: get, put, main
// CRASH: w5r5w3w1
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 8 };

struct ring {
    unsigned char data[SIZE];
    unsigned head, tail, used;
};

static int put(struct ring *ring, const unsigned char *from, unsigned n) {
    if (n > SIZE - ring->used)
        return 0;
    unsigned to_end = SIZE - ring->head;
    if (n <= to_end) {
        memcpy(ring->data + ring->head, from, n);
        ring->head += n;
#ifdef FIXED
        if (ring->head == SIZE)
            ring->head = 0;
#endif
    } else {
        memcpy(ring->data + ring->head, from, to_end);
        memcpy(ring->data, from + to_end, n - to_end);
        ring->head = n - to_end;
    }
    ring->used += n;
    assert(ring->head < SIZE);
    return 1;
}

static unsigned get(struct ring *ring, unsigned n) {
    unsigned sum = 0;
    while (n-- > 0 && ring->used > 0) {
        sum += ring->data[ring->tail];
        ring->tail = (ring->tail + 1) % SIZE;
        ring->used--;
    }
    return sum;
}

int main(void) {
    struct ring ring;
    unsigned char block[10];
    unsigned written = 0, read = 0;
    memset(&ring, 0, sizeof ring);
    int c;
    while ((c = getchar()) != EOF) {
        int digit = getchar();
        if (digit < '0' || digit > '9')
            continue;
        unsigned n = (unsigned)(digit - '0');
        if (c == 'w') {
            for (unsigned i = 0; i < n; i++)
                block[i] = (unsigned char)(written + i);
            if (put(&ring, block, n))
                for (unsigned i = 0; i < n; i++)
                    written += block[i] & 1;
        } else if (c == 'r') {
            read += get(&ring, n);
        }
    }
    printf("%u %u\n", written, read);
    return 0;
}
