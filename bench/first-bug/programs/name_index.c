// An index of names with open addressing: "+name" adds, "-name" removes, "?name" asks.
// INPUT: stdin
// BUG: looking for a name in a full table never meets a free place and walks behind its end.
// SHOWS: find
// CRASH: +a\n+b\n+c\n+d\n+e\n+f\n+g\n+h\n?i\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 8, NAME = 8 };

struct place {
    char name[NAME];
    int used;
};

static unsigned hash(const char *name) {
    unsigned h = 5381;
    for (; *name; name++)
        h = h * 33 + (unsigned char)*name;
    return h;
}

static struct place *find(struct place *places, const char *name) {
#ifdef FIXED
    for (unsigned i = 0, at = hash(name) % PLACES; i < PLACES; i++, at = (at + 1) % PLACES)
        if (!places[at].used || strcmp(places[at].name, name) == 0)
            return &places[at];
    return NULL;
#else
    unsigned at = hash(name) % PLACES;
    while (places[at].used && strcmp(places[at].name, name) != 0)
        at = at + 1 == PLACES && !places[0].used ? 0 : at + 1;
    return &places[at];
#endif
}

int main(void) {
    struct place *places = calloc(PLACES, sizeof *places);
    if (places == NULL)
        return 1;
    char line[32];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (strlen(line) < 2 || strlen(line + 1) >= NAME)
            continue;
        struct place *place = find(places, line + 1);
        if (place == NULL)
            continue;
        switch (line[0]) {
        case '+':
            strcpy(place->name, line + 1);
            place->used = 1;
            break;
        case '-': place->used = 0; break;
        case '?': printf("%s: %s\n", line + 1, place->used ? "yes" : "no"); break;
        }
    }
    free(places);
    return 0;
}
