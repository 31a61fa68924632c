/* Which file a name means.
 *
 * A name that is all there is taken as it is, without what says nothing ("./", the folder the program runs in). A symbolic name
 * is decided against the files there are, by fork: in the program's own folder the symbolic ones and those it has made, below the
 * root those of this machine. What is none of them does not exist: that is among the terms of a verdict. */
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

/* The file of this name in the program's own folder, or NULL. */
static const char *own_file(const char *text, size_t n) {
    for (const struct file *file = __secateur_files(); file != NULL; file = file->next)
        if (file->name != NULL && is(text, n, file->name))
            return file->name;
    static const char letters[] = "A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z";
    for (unsigned i = 0; i < __secateur_files_given(); i++)
        if (is(text, n, letters + 2 * i))
            return letters + 2 * i;
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

static struct named below_folder(const char *text) {
    while (*text != 0) {
        size_t n = part(text);
        if (is(text, n, "..")) {
            __secateur_not_modelled("a symbolic name with \"..\"");
        } else if (!is(text, n, ".")) {
            const char *file = own_file(text, n);
            if (file != NULL)
                return text[n] == 0 ? (struct named){.name = file} : nowhere(ENOTDIR);
            return text[n] == 0 ? (struct named){.name = text, .is_new = 1} : nowhere(ENOENT);
        }
        text = without_slashes(text + n);
    }
    return (struct named){.name = "."};
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

struct named __secateur_resolve(const char *name) {
    /* A name that is none is the caller's bug, even where no file is compared with it. */
    (void)*(const volatile char *)name;
    if (__secateur_is_known(name))
        return *name == 0 ? nowhere(ENOENT) : (struct named){.name = plain(name)};
    size_t n = strlen(name);
    if (n == 0)
        return nowhere(ENOENT);
    return name[0] == '/' ? below_root(name) : below_folder(name);
}
