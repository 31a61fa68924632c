// A cache of three entries in the order of their last use: +k stores a key, ?k looks it up, -k forgets it.
// INPUT: stdin
// BUG: forgetting the oldest entry does not move the pointer to the oldest, which the next eviction follows.
// SHOWS: unlink_entry, store
// CRASH: +a+b-a+c+d+e
#include <stdio.h>
#include <stdlib.h>

enum { CAPACITY = 3 };

struct entry {
    int key;
    struct entry *newer, *older;
};

struct cache {
    struct entry *newest, *oldest;
    int used, hits;
};

static void unlink_entry(struct cache *cache, struct entry *entry) {
    if (entry->newer != NULL)
        entry->newer->older = entry->older;
    else
        cache->newest = entry->older;
    if (entry->older != NULL)
        entry->older->newer = entry->newer;
    else
        cache->oldest = entry->newer;
}

static void put_first(struct cache *cache, struct entry *entry) {
    entry->newer = NULL;
    entry->older = cache->newest;
    if (cache->newest != NULL)
        cache->newest->newer = entry;
    else
        cache->oldest = entry;
    cache->newest = entry;
}

static struct entry *find(struct cache *cache, int key) {
    for (struct entry *entry = cache->newest; entry != NULL; entry = entry->older)
        if (entry->key == key)
            return entry;
    return NULL;
}

static void use(struct cache *cache, int key) {
    struct entry *entry = find(cache, key);
    if (entry == NULL)
        return;
    cache->hits++;
    unlink_entry(cache, entry);
    put_first(cache, entry);
}

static void forget(struct cache *cache, int key) {
    struct entry *entry = find(cache, key);
    if (entry == NULL)
        return;
#ifdef FIXED
    unlink_entry(cache, entry);
#else
    if (entry->older == NULL && entry->newer != NULL)
        entry->newer->older = NULL;
    else
        unlink_entry(cache, entry);
#endif
    cache->used--;
    free(entry);
}

static void store(struct cache *cache, int key) {
    if (find(cache, key) != NULL) {
        use(cache, key);
        return;
    }
    if (cache->used == CAPACITY) {
        struct entry *victim = cache->oldest;
        unlink_entry(cache, victim);
        free(victim);
        cache->used--;
    }
    struct entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        exit(1);
    entry->key = key;
    put_first(cache, entry);
    cache->used++;
}

int main(void) {
    struct cache cache = {NULL, NULL, 0, 0};
    int c;
    while ((c = getchar()) != EOF) {
        if (c != '+' && c != '?' && c != '-')
            continue;
        int key = getchar();
        if (key < 'a' || key > 'z')
            continue;
        if (c == '+')
            store(&cache, key);
        else if (c == '?')
            use(&cache, key);
        else
            forget(&cache, key);
    }
    printf("%d used, %d hits\n", cache.used, cache.hits);
    while (cache.newest != NULL) {
        struct entry *next = cache.newest->older;
        free(cache.newest);
        cache.newest = next;
    }
    return 0;
}
