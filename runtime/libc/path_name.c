/* Names of files as text: their parts, patterns, and the folder the program runs in. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

size_t strlen(const char *s);
char *strrchr(const char *s, int c);
void *malloc(size_t size);

/* GNU's, of string.h: what is behind the last slash, be it nothing. */
char *basename(const char *name) {
    char *slash = strrchr(name, '/');
    return slash == NULL ? (char *)name : slash + 1;
}

/* POSIX's, of libgen.h: slashes at the end do not count. Both may change the name. */
char *__xpg_basename(char *name) {
    if (name == NULL || *name == 0)
        return ".";
    size_t end = strlen(name);
    while (end > 1 && name[end - 1] == '/')
        end--;
    if (end == 1 && name[0] == '/')
        return name + strlen(name) - 1;
    name[end] = name[end] == 0 ? name[end] : 0;
    size_t start = end;
    while (start > 0 && name[start - 1] != '/')
        start--;
    return name + start;
}

char *dirname(char *name) {
    if (name == NULL)
        return ".";
    size_t length = strlen(name), end = length;
    while (end > 1 && name[end - 1] == '/')
        end--;
    if (end == 1 && name[0] == '/') {
        /* Nothing but slashes: two stay two. */
        if (length > 2)
            name[1] = 0;
        return name;
    }
    while (end > 0 && name[end - 1] != '/')
        end--;
    if (end == 0)
        return ".";
    /* Slashes between the two do not count either; of those at the very start one stays, of exactly two both. */
    size_t last = end;
    while (end > 0 && name[end - 1] == '/')
        end--;
    if (end == 0)
        end = last == 2 ? 2 : 1;
    if (name[end] != 0)
        name[end] = 0;
    return name;
}

char *getcwd(char *to, size_t room) {
    const char *folder = __secateur_folder();
    size_t size = strlen(folder) + 1;
    if (to == NULL) {
        if (room != 0 && room < size) {
            errno = ERANGE;
            return NULL;
        }
        to = malloc(room == 0 ? size : room);
        if (to == NULL)
            return NULL;
    } else if (room == 0) {
        errno = EINVAL;
        return NULL;
    } else if (room < size) {
        errno = ERANGE;
        return NULL;
    }
    __builtin_memcpy(to, folder, size);
    return to;
}

char *get_current_dir_name(void) { return getcwd(NULL, 0); }
char *getwd(char *to) { return getcwd(to, 4096); }
