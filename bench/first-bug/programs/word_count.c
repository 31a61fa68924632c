// Counts words in a hash table with chains; a word behind '!' is removed, and '.' prints all.
// INPUT: stdin
// BUG: removing the second word of a chain leaves the first one pointing at it.
// SHOWS: find, print, clear, remove_word
// CRASH: a q !a .
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 16, WORD = 12 };

struct entry {
    char word[WORD];
    unsigned count;
    struct entry *next;
};

static struct entry *buckets[BUCKETS];

static unsigned hash(const char *s) {
    unsigned h = 0;
    while (*s != 0)
        h = h * 31 + (unsigned char)*s++;
    return (h ^ h >> 8) % BUCKETS;
}

static struct entry *find(const char *word) {
    for (struct entry *entry = buckets[hash(word)]; entry != NULL; entry = entry->next)
        if (strcmp(entry->word, word) == 0)
            return entry;
    return NULL;
}

static void add(const char *word) {
    struct entry *entry = find(word);
    if (entry == NULL) {
        entry = malloc(sizeof *entry);
        if (entry == NULL)
            exit(1);
        strcpy(entry->word, word);
        entry->count = 0;
        entry->next = buckets[hash(word)];
        buckets[hash(word)] = entry;
    }
    entry->count++;
}

static void remove_word(const char *word) {
    struct entry *entry = find(word);
    if (entry == NULL)
        return;
    struct entry **link = &buckets[hash(word)];
#ifdef FIXED
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
#else
    if (*link == entry)
        *link = entry->next;
#endif
    free(entry);
}

static void print(void) {
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *entry = buckets[i]; entry != NULL; entry = entry->next)
            printf("%s %u\n", entry->word, entry->count);
}

static void clear(void) {
    for (int i = 0; i < BUCKETS; i++) {
        while (buckets[i] != NULL) {
            struct entry *next = buckets[i]->next;
            free(buckets[i]);
            buckets[i] = next;
        }
    }
}

int main(void) {
    char word[WORD];
    size_t n = 0;
    int c, removing = 0;
    do {
        c = getchar();
        if (c != EOF && isalpha(c)) {
            if (n < WORD - 1)
                word[n++] = (char)tolower(c);
            continue;
        }
        if (n > 0) {
            word[n] = 0;
            if (removing)
                remove_word(word);
            else
                add(word);
            n = 0;
            removing = 0;
        }
        if (c == '!')
            removing = 1;
        else if (c == '.')
            print();
    } while (c != EOF);
    clear();
    return 0;
}
