/* Which file a name means.
 *
 * A name that is all there is taken as it is, without what says nothing ("./", the folder the program runs in). A symbolic name
 * is decided against the files there are, by fork: in the program's own folder the symbolic ones and those it has made, below the
 * root those of this machine. What is none of them does not exist: that is among the terms of a verdict.
 *
 * In folders that the program has made every name is decided, part by part, and symbolic links are followed. */
#include <errno.h>

#include "stream.h"

size_t strlen(const char *s);

static const char *folder(void) {
    static const char *known;
    return known == NULL ? known = __secateur_folder() : known;
}

static const char *without_slashes(const char *name) {
    while (*name == '/')
        name++;
    return name;
}

/* The same file by a shorter name. */
static const char *plain(const char *name) {
    while (name[0] == '.' && name[1] == '/') {
        name = without_slashes(name + 2);
        if (*name == 0)
            return ".";
    }
    if (name[0] != '/')
        return name;
    const char *inside = name, *prefix = folder();
    while (*prefix != 0 && *inside == *prefix)
        inside++, prefix++;
    if (*prefix != 0 || (*inside != '/' && *inside != 0))
        return name;
    inside = without_slashes(inside);
    return *inside == 0 ? "." : plain(inside);
}

/* The n characters are those of a name that is known: one fork. */
static _Bool is(const char *text, size_t n, const char *name) {
    if (strlen(name) != n)
        return 0;
    _Bool same = 1;
    for (size_t i = 0; i < n; i++)
        same &= text[i] == name[i];
    return same;
}

/* The symbolic file of this name, or NULL. */
static const char *symbolic_file(const char *text, size_t n) {
    static const char letters[] = "A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z";
    for (unsigned i = 0; i < __secateur_files_given(); i++)
        if (is(text, n, letters + 2 * i))
            return letters + 2 * i;
    return NULL;
}

static struct entry *entry_in(const struct file *folder, const char *text, size_t n) {
    for (struct entry *entry = __secateur_entries(); entry != NULL; entry = entry->next)
        if (entry->folder == folder && is(text, n, entry->name))
            return entry;
    return NULL;
}

static struct named nowhere(int error) { return (struct named){.name = NULL, .error = error}; }

/* The part of a name up to a slash. */
static size_t part(const char *text) {
    size_t n = 0;
    while (text[n] != 0 && text[n] != '/')
        n++;
    return n;
}

/* A folder and a name in it. */
static char *joined(const char *before, size_t length, const char *name, size_t n) {
    char *whole = __secateur_allocate(length + n + 2);
    __builtin_memcpy(whole, before, length);
    whole[length] = '/';
    __builtin_memcpy(whole + length + 1, name, n);
    whole[length + 1 + n] = 0;
    return whole;
}

static struct named below_root(const char *text) {
    char *here = "";
    for (text = without_slashes(text); *text != 0; text = without_slashes(text)) {
        size_t n = part(text), size = 0, length = strlen(here);
        const char *names = __secateur_listing(*here == 0 ? "/" : here, &size), *found = NULL;
        if (names == NULL)
            return nowhere(ENOTDIR);
        if (is(text, n, ".")) {
            found = "";
        } else if (is(text, n, "..")) {
            while (length > 0 && here[--length] != '/')
                continue;
            here = length == 0 ? "" : joined("", 0, here + 1, length - 1);
            found = "";
        }
        for (size_t at = 0; found == NULL && at < size; at += strlen(names + at) + 1)
            if (is(text, n, names + at))
                found = names + at;
        if (found == NULL)
            return nowhere(ENOENT);
        if (*found != 0)
            here = joined(here, length, found, n);
        text += n;
        size_t inside;
        if (*text == '/' && __secateur_listing(*here == 0 ? "/" : here, &inside) == NULL)
            return nowhere(ENOTDIR);
    }
    return (struct named){.name = *here == 0 ? "/" : plain(here)};
}

/* A symbolic name in the folder above the program's own, which is one of this machine. */
static struct named above_folder(const char *rest) {
    const char *own = folder();
    size_t length = strlen(own);
    while (length > 0 && own[--length] != '/')
        continue;
    struct named named = below_root(joined(own, length, rest, strlen(rest)));
    if (*rest == 0)
        named.dots = 2;
    return named;
}

enum { MOST_LINKS = 40 };

static struct named below_folder(struct file *here, const char *text, enum last last, unsigned links);

/* What a link leads to, and the rest of the name behind it. */
static struct named behind_link(struct file *here, const struct file *link, const char *rest, enum last last, unsigned links) {
    if (links == MOST_LINKS)
        return nowhere(ELOOP);
    size_t length = strlen(link->data), n = strlen(rest);
    char *whole = __secateur_allocate(length + n + 1);
    __builtin_memcpy(whole, link->data, length);
    __builtin_memcpy(whole + length, rest, n + 1);
    const char *target = whole;
    if (*target == '/') {
        if (!__secateur_is_known(target))
            __secateur_not_modelled("a symbolic link to a symbolic name that begins at the root");
        target = plain(target);
        here = NULL;
    }
    struct named named = *target == '/' ? (struct named){.name = target} : below_folder(here, target, last, links + 1);
    named.is_linked = 1;
    return named;
}

static struct named new_name(struct file *folder, const char *text, size_t n, _Bool has_slash) {
    char *name = __secateur_allocate(n + 1);
    __builtin_memcpy(name, text, n);
    name[n] = 0;
    return (struct named){.name = name, .folder = folder, .is_new = 1, .has_slash = has_slash};
}

static struct named below_folder(struct file *here, const char *text, enum last last, unsigned links) {
    _Bool is_known = __secateur_is_known(text), has_slash = 0;
    unsigned char dots = 1;
    struct entry *entry = NULL;
    if (here != NULL && here->is_gone)
        return nowhere(ENOENT);
    while (*text != 0) {
        size_t n = part(text);
        const char *rest = without_slashes(text + n);
        _Bool is_last = *rest == 0;
        has_slash = text[n] == '/';
        dots = 0;
        if (is(text, n, "..")) {
            if (here == NULL && is_known)
                return (struct named){.name = text, .dots = 2};
            if (here == NULL)
                return above_folder(rest);
            here = here->parent;
            entry = NULL;
            dots = 2;
        } else if (is(text, n, ".")) {
            dots = 1;
        } else {
            entry = entry_in(here, text, n);
            struct file *file = entry == NULL ? NULL : entry->file;
            if (file == NULL) {
                const char *letter = here == NULL && entry == NULL ? symbolic_file(text, n) : NULL;
                if (letter != NULL)
                    return is_last && (!has_slash || last == NAME) ? (struct named){.name = letter, .has_slash = has_slash}
                                                                   : nowhere(ENOTDIR);
                if (here == NULL && is_known && entry == NULL)
                    return (struct named){.name = text};
                return is_last ? new_name(here, text, n, has_slash) : nowhere(ENOENT);
            }
            if (file->kind == LINK && (!is_last || last == FOLLOWED || (last == ITSELF && has_slash)))
                return behind_link(here, file, text + n, last, links);
            if (file->kind == FOLDER && !file->is_made && !is_last) {
                if (!is_known)
                    __secateur_not_modelled("a symbolic name in a folder that the program has not made");
                return (struct named){.name = text};
            }
            if (file->kind != FOLDER && (!is_last || (has_slash && last != NAME)))
                return nowhere(ENOTDIR);
            if (file->kind != FOLDER || !file->is_made)
                return (struct named){.file = file, .entry = entry, .name = entry->name, .folder = here, .has_slash = has_slash};
            here = file;
        }
        text = rest;
    }
    if (here == NULL)
        return (struct named){.name = ".", .dots = dots};
    return (struct named){.file = here, .entry = dots == 0 ? entry : NULL, .name = entry == NULL ? "." : entry->name,
                          .folder = here->parent, .has_slash = has_slash, .dots = dots};
}

struct file *__secateur_start;

struct named __secateur_resolve(struct file *folder, const char *name, enum last last) {
    /* A name that is none is the caller's bug, even where no file is compared with it. */
    (void)*(const volatile char *)name;
    if (*name == 0)
        return nowhere(ENOENT);
    if (__secateur_is_known(name)) {
        name = plain(name);
        return *name == '/' ? (struct named){.name = name} : below_folder(folder, name, last, 0);
    }
    return name[0] == '/' ? below_root(name) : below_folder(folder, name, last, 0);
}
