/* Start-up: an ordinary program of a hundred lines, run once on concrete data. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 16, BUCKETS = 7 };

struct Entry {
    char word[16];
    int count;
    struct Entry *next;
};

struct Table {
    struct Entry *buckets[BUCKETS];
    int entries;
};

static unsigned hash(const char *word) {
    unsigned h = 5381;
    while (*word)
        h = h * 33 + (unsigned char)*word++;
    return h % BUCKETS;
}

static struct Entry *find(struct Table *table, const char *word) {
    for (struct Entry *e = table->buckets[hash(word)]; e; e = e->next)
        if (strcmp(e->word, word) == 0)
            return e;
    return NULL;
}

static struct Entry *insert(struct Table *table, const char *word) {
    struct Entry *e = calloc(1, sizeof *e);
    if (!e)
        exit(1);
    strncpy(e->word, word, sizeof e->word - 1);
    unsigned h = hash(word);
    e->next = table->buckets[h];
    table->buckets[h] = e;
    table->entries++;
    return e;
}

static void count_words(struct Table *table, const char *text) {
    char word[16];
    int length = 0;
    for (;; text++) {
        if (*text >= 'a' && *text <= 'z') {
            if (length < 15)
                word[length++] = *text;
            continue;
        }
        if (length > 0) {
            word[length] = 0;
            struct Entry *e = find(table, word);
            if (!e)
                e = insert(table, word);
            e->count++;
            length = 0;
        }
        if (*text == 0)
            return;
    }
}

static int by_count(const void *a, const void *b) {
    const struct Entry *x = *(struct Entry *const *)a, *y = *(struct Entry *const *)b;
    if (x->count != y->count)
        return y->count - x->count;
    return strcmp(x->word, y->word);
}

static void print(struct Table *table) {
    struct Entry *sorted[WORDS];
    int n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct Entry *e = table->buckets[i]; e && n < WORDS; e = e->next)
            sorted[n++] = e;
    qsort(sorted, (size_t)n, sizeof *sorted, by_count);
    for (int i = 0; i < n; i++)
        printf("%s %d\n", sorted[i]->word, sorted[i]->count);
}

static void clear(struct Table *table) {
    for (int i = 0; i < BUCKETS; i++) {
        struct Entry *e = table->buckets[i];
        while (e) {
            struct Entry *next = e->next;
            free(e);
            e = next;
        }
        table->buckets[i] = NULL;
    }
}

int main(void) {
    struct Table table = {{NULL}, 0};
    count_words(&table, "the cat and the dog and the bird saw the other cat");
    print(&table);
    clear(&table);
    return 0;
}
