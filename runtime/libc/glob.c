/* glob: the files whose names match a pattern of the shell, part by part. A file nobody knows is a cut: whether there is one cannot
 * be given to a native run. */
#include <errno.h>
#include <stddef.h>

#include "directory.h"
#include "stream.h"

enum {
    GLOB_ERR = 1, GLOB_MARK = 2, GLOB_NOSORT = 4, GLOB_DOOFFS = 8, GLOB_NOCHECK = 16, GLOB_APPEND = 32, GLOB_NOESCAPE = 64,
    GLOB_PERIOD = 128, GLOB_MAGCHAR = 256, GLOB_NOMAGIC = 2048
};
enum { GLOB_ABORTED = 2, GLOB_NOMATCH = 3 };
enum { FNM_NOESCAPE = 2, FNM_PERIOD = 4 };

/* As glibc has it, on x86-64. */
struct glob {
    size_t gl_pathc;
    char **gl_pathv;
    size_t gl_offs;
    int gl_flags;
    void (*functions[5])(void);
};

int fnmatch(const char *pattern, const char *text, int flags);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
void free(void *block);

/* What is found, one after the other. */
struct found_name {
    char *name;
    struct found_name *next;
};

struct walk {
    int flags;
    int (*on_error)(const char *name, int error);
    struct found_name *names;
    size_t count;
};

/* Where a part of a pattern ends. */
static size_t part(const char *pattern) {
    size_t length = 0;
    while (pattern[length] != 0 && pattern[length] != '/')
        length++;
    return length;
}

static _Bool has_magic(const char *pattern, size_t length, int flags) {
    _Bool open = 0;
    for (size_t i = 0; i < length; i++) {
        char c = pattern[i];
        if (c == '*' || c == '?' || (c == ']' && open))
            return 1;
        if (c == '\\' && !(flags & GLOB_NOESCAPE))
            i++;
        open |= c == '[';
    }
    return 0;
}

/* The first n characters of the text behind the start; without backslashes where these only quote. */
static char *joined(const char *start, const char *text, size_t n, _Bool quotes) {
    size_t before = strlen(start), length = before;
    char *whole = __secateur_allocate(before + n + 2);
    __builtin_memcpy(whole, start, before);
    for (size_t i = 0; i < n; i++) {
        if (quotes && text[i] == '\\' && i + 1 < n)
            i++;
        whole[length++] = text[i];
    }
    whole[length] = 0;
    return whole;
}

static const struct file *file_of(const char *name) {
    struct found found = __secateur_look_up(name);
    if (found.is_unknown)
        __secateur_not_modelled("a file nobody knows, by glob");
    return found.file;
}

/* In the order of their names; of those found before, unless they are all of one call. */
static void keep(struct walk *walk, char *name) {
    struct found_name *fresh = __secateur_allocate(sizeof *fresh), **at = &walk->names;
    while (*at != NULL && ((walk->flags & GLOB_NOSORT) || strcmp((*at)->name, name) <= 0))
        at = &(*at)->next;
    *fresh = (struct found_name){name, *at};
    *at = fresh;
    walk->count++;
}

static int expand(struct walk *walk, const char *start, const char *pattern);

/* A name that the start of the pattern means: the rest of it. */
static int go_on(struct walk *walk, char *name, const char *rest) {
    if (*rest == 0) {
        const struct file *file = file_of(name);
        if (file != NULL)
            keep(walk, (walk->flags & GLOB_MARK) && file->kind == FOLDER ? joined(name, "/", 1, 0) : name);
        return 0;
    }
    return expand(walk, joined(name, "/", 1, 0), rest + 1);
}

static int expand(struct walk *walk, const char *start, const char *pattern) {
    size_t length = part(pattern);
    const char *rest = pattern + length;
    if (length == 0)
        __secateur_not_modelled("slashes in a row or at the end of a pattern of glob");
    if (!has_magic(pattern, length, walk->flags))
        return go_on(walk, joined(start, pattern, length, !(walk->flags & GLOB_NOESCAPE)), rest);
    char *one = joined("", pattern, length, 0);
    const char *where = *start == 0 ? "." : start;
    if (*start != 0 && file_of(strcmp(start, "/") == 0 ? start : joined("", start, strlen(start) - 1, 0)) == NULL)
        return 0;
    struct directory *folder = opendir(where);
    if (folder == NULL) {
        int error = errno;
        _Bool stops = error != ENOTDIR && ((walk->on_error != NULL && walk->on_error(where, error)) || (walk->flags & GLOB_ERR));
        return stops ? GLOB_ABORTED : 0;
    }
    int flags = (walk->flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0) | (walk->flags & GLOB_PERIOD ? 0 : FNM_PERIOD), result = 0;
    for (struct dirent *entry; result == 0 && (entry = readdir(folder)) != NULL;)
        if (fnmatch(one, entry->d_name, flags) == 0) {
            char *name = joined(start, entry->d_name, strlen(entry->d_name), 0);
            if (*rest == 0 && !(walk->flags & GLOB_MARK))
                keep(walk, name);
            else if (*rest == 0 || file_of(name)->kind == FOLDER)
                result = go_on(walk, name, rest);
        }
    closedir(folder);
    return result;
}

static void give(struct walk *walk, struct glob *to) {
    size_t offset = walk->flags & GLOB_DOOFFS ? to->gl_offs : 0, before = walk->flags & GLOB_APPEND ? to->gl_pathc : 0;
    char **names = __secateur_give((offset + before + walk->count + 1) * sizeof *names);
    size_t at = 0;
    for (; at < offset; at++)
        names[at] = NULL;
    for (size_t i = 0; i < before; i++)
        names[at++] = to->gl_pathv[offset + i];
    if (before > 0)
        free(to->gl_pathv);
    for (struct found_name *found = walk->names; found != NULL; found = found->next) {
        size_t size = strlen(found->name) + 1;
        names[at] = __secateur_give(size);
        __builtin_memcpy(names[at++], found->name, size);
    }
    names[at] = NULL;
    to->gl_pathv = names;
    to->gl_pathc = before + walk->count;
}

int glob(const char *pattern, int flags, int (*on_error)(const char *name, int error), struct glob *to) {
    enum { FOLLOWED = GLOB_ERR | GLOB_MARK | GLOB_NOSORT | GLOB_DOOFFS | GLOB_NOCHECK | GLOB_APPEND | GLOB_NOESCAPE | GLOB_PERIOD | GLOB_NOMAGIC };
    if (flags & ~FOLLOWED)
        __secateur_not_modelled("a flag of glob");
    size_t length = strlen(pattern);
    _Bool magic = has_magic(pattern, length, flags);
    struct walk walk = {.flags = flags, .on_error = on_error};
    if (!(flags & GLOB_APPEND)) {
        to->gl_pathc = 0;
        to->gl_pathv = NULL;
    }
    to->gl_flags = flags | (magic ? GLOB_MAGCHAR : 0);
    int result = pattern[0] == '/' ? expand(&walk, "/", pattern + 1) : length == 0 ? 0 : expand(&walk, "", pattern);
    if (result != 0)
        return result;
    if (walk.count == 0) {
        if (!(flags & GLOB_NOCHECK) && !((flags & GLOB_NOMAGIC) && !magic))
            return GLOB_NOMATCH;
        keep(&walk, joined("", pattern, length, 0));
    }
    give(&walk, to);
    return 0;
}

void globfree(struct glob *from) {
    if (from->gl_pathv == NULL)
        return;
    size_t offset = from->gl_flags & GLOB_DOOFFS ? from->gl_offs : 0;
    for (size_t i = 0; i < from->gl_pathc; i++)
        free(from->gl_pathv[offset + i]);
    free(from->gl_pathv);
    from->gl_pathv = NULL;
}

int glob64(const char *pattern, int flags, int (*on_error)(const char *name, int error), struct glob *to) {
    return glob(pattern, flags, on_error, to);
}
void globfree64(struct glob *from) { globfree(from); }
