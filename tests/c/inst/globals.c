// VERDICT: safe
// Initial values of globals: addresses, tables of functions, strings, statics, designators, tentative and weak ones.
#include <assert.h>

static int first(void) { return 1; }
static int second(void) { return 2; }

int array[5] = {1, 2, [4] = 9};
int *inside = &array[3] - 1;
char *text = "hello";
char letters[] = "abc";
int (*functions[2])(void) = {second, first};
struct Node {
    struct Node *next;
    int value;
} ring[3] = {{&ring[1], 10}, {&ring[2], 20}, {&ring[0], 30}};
int tentative;
int tentative;
__attribute__((weak)) int weak = 5;
static const double reals[] = {0.5, -1.25};
_Thread_local int per_thread = 3;

static int counter(void) {
    static int calls = 100;
    return ++calls;
}

static int constructed;
__attribute__((constructor)) static void construct(void) { constructed = 77; }

int main(void) {
    assert(array[1] == 2 && array[2] == 0 && array[4] == 9);
    assert(inside == &array[2] && inside[2] == 9);
    assert(text[4] == 'o' && text[5] == 0 && sizeof letters == 4);
    letters[0] = 'z';
    assert(letters[0] == 'z' && letters[3] == 0);
    assert(functions[0]() == 2 && functions[1]() == 1);
    assert(ring[0].next->next->next == &ring[0] && ring[1].next->value == 30);
    assert(tentative == 0 && weak == 5 && reals[1] == -1.25 && per_thread == 3);
    counter();
    assert(counter() == 102);
    assert(constructed == 77);
    return 0;
}
