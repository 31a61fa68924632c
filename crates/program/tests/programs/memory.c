// Objects: arrays, structs, unions, pointers to pointers, block copies, alignment, variable-length arrays.
#include <alloca.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct node { int value; char name[6]; struct node *next; };
static struct node chain[3] = {{1, "one", &chain[1]}, {2, "two", &chain[2]}, {3, "three", 0}};
static const char *const words[] = {"alpha", "beta", "gamma"};
static int matrix[3][4] = {{1, 2, 3}, {4, 5, 6, 7}};
union mixed { int i; float f; unsigned char bytes[8]; };
static union mixed mixed = {.f = 1.5f};
static struct { char c; int *p; short s[3]; _Bool b; } packed_global = {'x', &matrix[1][2], {1, -2, 3}, 1};
static int *const middle = &matrix[1][1];
static ptrdiff_t distance = (char *)&matrix[2] - (char *)&matrix[0];
struct __attribute__((packed)) tight { char a; int b; short c; struct node *d; };
static struct tight tight = {1, 0x01020304, 5, &chain[2]};
struct flexible { int count; char data[]; };

struct big { long a[5]; };
struct pair { int a; float b; };
static struct big shift(struct big b, int by) { for (int i = 0; i < 5; i++) b.a[i] += by; return b; }
static struct pair swap(struct pair p) { struct pair r = {(int)p.b, (float)p.a}; return r; }

static int variable(int n) {
    int sum = 0;
    for (int round = 1; round <= n; round++) {
        int local[round];
        for (int i = 0; i < round; i++) local[i] = i * round;
        char *more = alloca(round + 1);
        memset(more, round, round + 1);
        sum += local[round - 1] + more[round];
    }
    return sum;
}

int main(void) {
    for (struct node *n = chain; n; n = n->next) printf("%d %s %c\n", n->value, n->name, n->name[n->value % 3]);
    for (int i = 0; i < 3; i++) printf("%s %d\n", words[i], matrix[i][i] + middle[i]);
    printf("%d %d %ld\n", *packed_global.p, packed_global.s[1], (long)distance);
    mixed.i ^= 0x00800000;
    printf("%x %x\n", mixed.i, mixed.bytes[3]);
    printf("%x %d %d %s\n", tight.b, tight.a, tight.c, tight.d->name);
    struct big big = {{1, 2, 3, 4, 5}}, moved = shift(big, 10);
    printf("%ld %ld %ld\n", big.a[4], moved.a[0], moved.a[4]);
    struct pair pair = swap((struct pair){3, 4.0f});
    printf("%d %f\n", pair.a, pair.b);
    printf("%d\n", variable(6));
    char buffer[sizeof(struct flexible) + 8];
    struct flexible *f = (struct flexible *)buffer;
    f->count = 8;
    for (int i = 0; i < f->count; i++) f->data[i] = (char)(i * i);
    printf("%d\n", f->data[7]);
    int numbers[10];
    for (int i = 0; i < 10; i++) numbers[i] = i;
    memmove(numbers + 2, numbers, 6 * sizeof *numbers);
    for (int *p = numbers; p != numbers + 10; p++) printf("%d ", *p);
    int **pp = &(int *){&numbers[4]};
    **pp = 77;
    printf("\n%d %d\n", numbers[4], (int)(&numbers[9] - &numbers[3]));
    unsigned char *bytes = (unsigned char *)&numbers[4];
    bytes[1] = 2;
    printf("%d\n", numbers[4]);
    int (*row)[4] = &matrix[1];
    printf("%d %d\n", (*row)[3], row[-1][2]);
    return 0;
}
