/* ftw.h: a function is called for each name below a folder, sorted by name, as in directory.c. The replay runtime is made of this text, too: glibc's
 * own order is that of the file system. */
#include <errno.h>
#include <stddef.h>

#include "directory.h"
#include "engine.h"

enum { IS_FILE, IS_FOLDER, IS_CLOSED_FOLDER, IS_UNKNOWN, IS_LINK, IS_FOLDER_AFTER, IS_LOOSE_LINK };
enum { BY_ITSELF = 1, AFTERWARDS = 8 };
enum { KIND = 0170000, FOLDER_KIND = 0040000, LINK_KIND = 0120000 };

/* As Linux has it on x86-64. */
struct status {
    unsigned long device, inode, links;
    unsigned mode;
    unsigned char rest[144 - 28];
};

struct place {
    int base, level;
};

int stat(const char *name, struct status *to);
int lstat(const char *name, struct status *to);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
void free(void *block);

struct folder_seen {
    unsigned long device, inode;
    struct folder_seen *next;
};

struct walk {
    int flags;
    /* One of them. */
    int (*visits)(const char *name, const struct status *about, int kind, struct place *place);
    int (*visits_simply)(const char *name, const struct status *about, int kind);
    struct folder_seen *seen;
};

static int tell(struct walk *walk, const char *name, const struct status *about, int kind, struct place place) {
    if (walk->visits != NULL)
        return walk->visits(name, about, kind, &place);
    kind = kind == IS_LINK ? IS_FILE : kind == IS_LOOSE_LINK ? IS_UNKNOWN : kind;
    return walk->visits_simply(name, about, kind);
}

/* Where links are followed, a folder is visited once. */
static _Bool is_seen(struct walk *walk, const struct status *about) {
    if (walk->flags & BY_ITSELF)
        return 0;
    for (const struct folder_seen *seen = walk->seen; seen != NULL; seen = seen->next)
        if (seen->device == about->device && seen->inode == about->inode)
            return 1;
    struct folder_seen *fresh = __secateur_allocate(sizeof *fresh);
    *fresh = (struct folder_seen){about->device, about->inode, walk->seen};
    walk->seen = fresh;
    return 0;
}

static int visit(struct walk *walk, const char *name, struct place place);

static int visit_folder(struct walk *walk, const char *name, const struct status *about, struct place place) {
    if (is_seen(walk, about))
        return 0;
    struct directory *folder = opendir(name);
    if (folder == NULL)
        return errno == EACCES ? tell(walk, name, about, IS_CLOSED_FOLDER, place) : -1;
    int result = walk->flags & AFTERWARDS ? 0 : tell(walk, name, about, IS_FOLDER, place);
    size_t before = strlen(name);
    _Bool has_slash = name[before - 1] == '/';
    for (struct dirent *entry; result == 0 && (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        size_t n = strlen(entry->d_name), base = before + !has_slash;
        char *whole = __secateur_allocate(base + n + 1);
        __builtin_memcpy(whole, name, before);
        whole[base - 1] = '/';
        __builtin_memcpy(whole + base, entry->d_name, n + 1);
        result = visit(walk, whole, (struct place){.base = (int)base, .level = place.level + 1});
        free(whole);
    }
    int error = errno;
    closedir(folder);
    errno = error;
    if (result == 0 && (walk->flags & AFTERWARDS))
        result = tell(walk, name, about, IS_FOLDER_AFTER, place);
    return result;
}

static int visit(struct walk *walk, const char *name, struct place place) {
    struct status about = {0};
    _Bool itself = (walk->flags & BY_ITSELF) != 0;
    int kind = IS_FILE;
    if ((itself ? lstat : stat)(name, &about) < 0) {
        if (errno != EACCES && errno != ENOENT)
            return -1;
        kind = !itself && lstat(name, &about) == 0 && (about.mode & KIND) == LINK_KIND ? IS_LOOSE_LINK : IS_UNKNOWN;
        /* That a name is none at all is the caller's error. */
        if (place.level == 0 && kind == IS_UNKNOWN)
            return -1;
    } else if ((about.mode & KIND) == FOLDER_KIND) {
        return visit_folder(walk, name, &about, place);
    } else if ((about.mode & KIND) == LINK_KIND) {
        kind = IS_LINK;
    }
    return tell(walk, name, &about, kind, place);
}

static int start(struct walk *walk, const char *given) {
    size_t n = strlen(given);
    if (n == 0) {
        errno = ENOENT;
        return -1;
    }
    while (n > 1 && given[n - 1] == '/')
        n--;
    char *name = __secateur_allocate(n + 1);
    __builtin_memcpy(name, given, n);
    name[n] = 0;
    size_t base = n;
    while (base > 0 && name[base - 1] != '/')
        base--;
    int result = visit(walk, name, (struct place){.base = (int)base});
    free(name);
    while (walk->seen != NULL) {
        struct folder_seen *seen = walk->seen;
        walk->seen = seen->next;
        free(seen);
    }
    return result;
}

int nftw(const char *name, int (*visits)(const char *name, const struct status *about, int kind, struct place *place), int descriptors,
         int flags) {
    (void)descriptors;
    if (flags & ~(BY_ITSELF | AFTERWARDS))
        __secateur_not_modelled("a flag of nftw");
    struct walk walk = {.flags = flags, .visits = visits};
    return start(&walk, name);
}

int ftw(const char *name, int (*visits)(const char *name, const struct status *about, int kind), int descriptors) {
    (void)descriptors;
    struct walk walk = {.visits_simply = visits};
    return start(&walk, name);
}

int nftw64(const char *name, int (*visits)(const char *name, const struct status *about, int kind, struct place *place), int descriptors,
           int flags) {
    return nftw(name, visits, descriptors, flags);
}

int ftw64(const char *name, int (*visits)(const char *name, const struct status *about, int kind), int descriptors) {
    return ftw(name, visits, descriptors);
}
