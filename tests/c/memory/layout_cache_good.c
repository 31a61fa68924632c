// VERDICT: safe
// A cache of texts by the address of what was asked for, as Lua's: where its entries lie is not what their addresses say.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct text {
    int length;
    char bytes[12];
};

static struct text texts[8], empty = {0, ""};
static struct text *cache[4];
static int used;

static struct text *made(const char *bytes) {
    assert(used < 8);
    struct text *text = &texts[used++];
    text->length = (int)strlen(bytes);
    strcpy(text->bytes, bytes);
    return text;
}

static struct text *get(const char *bytes) {
    struct text **entry = &cache[((uintptr_t)bytes >> 4) % 4];
    if (strcmp(bytes, (*entry)->bytes) == 0)
        return *entry;
    return *entry = made(bytes);
}

int main(void) {
    static const char first[] = "first", second[] = "second";
    for (int i = 0; i < 4; i++)
        cache[i] = &empty;
    struct text *a = get(first), *b = get(second), *c = get(first);
    assert(a->length == 5 && b->length == 6 && c->length == 5);
    return 0;
}
