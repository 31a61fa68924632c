/* What changes the names of files: folders and links that are made, what is removed, what gets another name.
 *
 * Only in the program's own folder and those it has made there: what else a sandbox would refuse, a user may be allowed. The checks are in
 * the order of Linux, and whether the system refuses a change is asked where it would be made. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

size_t strlen(const char *s);

static int refused(int error) {
    errno = error;
    return -1;
}

/* A name that leads out of the program's own folder, or through one that nobody knows. */
static _Bool is_elsewhere(const char *name) {
    if (name[0] == '.' && name[1] == '.' && (name[2] == '/' || name[2] == 0))
        return 1;
    for (; *name != 0; name++)
        if (*name == '/')
            return 1;
    return 0;
}

/* Slashes at the end of a name that nobody knows say only that it is one of a folder. */
static const char *without_end(const char *name) {
    if (!__secateur_is_known(name))
        return name;
    size_t n = strlen(name);
    if (n < 2 || name[n - 1] != '/')
        return name;
    while (n > 1 && name[n - 1] == '/')
        n--;
    char *shorter = __secateur_allocate(n + 1);
    __builtin_memcpy(shorter, name, n);
    shorter[n] = 0;
    return shorter;
}

/* What has no name elsewhere may get one there. */
static void look_at_root(const char *name) {
    if (!__secateur_is_known(name) && *name == '/')
        __secateur_not_modelled("a symbolic name from the root on that is made");
}

/* Why nothing can be made under this name; 0: it can. */
static int refusal(struct found place, _Bool of_folder) {
    if (place.file != NULL && place.file->kind == FOLDER && !place.file->is_made && !is_elsewhere(place.name) && place.dots == 0 &&
        !(place.name[0] == '.' && place.name[1] == 0))
        __secateur_not_modelled("a folder that is there, in the program's own");
    if (place.file != NULL || (place.is_unknown && !__secateur_unknown(place.name)->missing))
        return EEXIST;
    if (!place.is_new)
        return place.error;
    if (place.folder == NULL && is_elsewhere(place.name))
        __secateur_not_modelled("a name that is made outside of the program's own folder");
    if (place.is_unknown && __secateur_is_begun(place.name))
        __secateur_not_modelled("a name that is made where files are below it");
    return place.has_slash && !of_folder ? ENOENT : 0;
}

/* The same, and what only the system knows. */
static int refusal_now(struct found place, _Bool of_folder) {
    int error = refusal(place, of_folder);
    return error != 0 ? error : __secateur_fails("change");
}

static int mkdir_in(struct file *start, const char *given, unsigned mode) {
    unsigned umask(unsigned mask);
    const char *name = without_end(given);
    look_at_root(name);
    struct found place = __secateur_look_up_in(start, name, NAME);
    int error = refusal_now(place, 1);
    if (error != 0)
        return refused(error);
    unsigned mask = umask(0);
    umask(mask);
    if ((mode & ~mask & 0700) != 0700)
        __secateur_not_modelled("a folder that its owner may not use");
    struct file *folder = __secateur_add_file(place, (struct file){.kind = FOLDER, .is_made = 1, .parent = place.folder});
    folder->permissions = mode & 01777 & ~mask;
    return 0;
}

static int symlink_in(const char *target, struct file *start, const char *name) {
    size_t size = strlen(target) + 1;
    if (size == 1)
        return refused(ENOENT);
    look_at_root(name);
    struct found place = __secateur_look_up_in(start, name, NAME);
    int error = refusal_now(place, 0);
    if (error != 0)
        return refused(error);
    char *data = __secateur_allocate(size);
    __builtin_memcpy(data, target, size);
    __secateur_add_file(place, (struct file){.kind = LINK, .data = data, .size = size - 1})->permissions = 0777;
    return 0;
}

static int link_in(struct file *from_start, const char *from, _Bool follows, struct file *start, const char *name) {
    struct found old = __secateur_look_up_in(from_start, from, follows ? FOLLOWED : ITSELF);
    if (__secateur_lacks(old))
        return -1;
    look_at_root(name);
    struct found place = __secateur_look_up_in(start, name, NAME);
    if (old.file != NULL && old.file->kind == FOLDER) {
        int error = refusal(place, 0);
        return refused(error != 0 ? error : EPERM);
    }
    if (old.file == NULL || (old.file->kind != PLAIN && old.file->kind != LINK) ||
        (old.folder == NULL && is_elsewhere(old.name)))
        __secateur_not_modelled("a link to a file outside of the program's own folder, or one nobody knows");
    int error = refusal_now(place, 0);
    if (error != 0)
        return refused(error);
    __secateur_add_entry(place, old.file);
    old.file->links++;
    return 0;
}

static _Bool is_empty(const struct file *folder) {
    for (const struct entry *entry = __secateur_entries(); entry != NULL; entry = entry->next)
        if (entry->folder == folder && entry->file != NULL)
            return 0;
    return 1;
}

static void forget(struct entry *entry) {
    entry->file->links--;
    if (entry->file->kind == FOLDER)
        entry->file->is_gone = 1;
    entry->file = NULL;
}

static int rmdir_in(struct file *start, const char *name) {
    struct found found = __secateur_look_up_in(start, name, NAME);
    if (found.name == NULL)
        return refused(found.error);
    if (found.dots != 0)
        return refused(found.dots == 1 ? EINVAL : ENOTEMPTY);
    if (__secateur_lacks(found))
        return -1;
    if (found.file != NULL && found.file->kind != FOLDER)
        return refused(ENOTDIR);
    if (found.file == NULL || !found.file->is_made)
        __secateur_not_modelled("removing a folder that the program has not made");
    int error = __secateur_fails("change");
    if (error != 0)
        return refused(error);
    if (!is_empty(found.file))
        return refused(ENOTEMPTY);
    forget(found.entry);
    return 0;
}

static int unlink_in(struct file *start, const char *name) {
    struct found found = __secateur_look_up_in(start, name, NAME);
    if (found.name != NULL && (found.dots != 0 || (found.file != NULL && found.file->kind == FOLDER && found.file->is_made)))
        return refused(EISDIR);
    if (__secateur_lacks(found))
        return -1;
    if (found.has_slash)
        return refused(ENOTDIR);
    if (found.file != NULL && found.file->kind != PLAIN && found.file->kind != LINK)
        __secateur_not_modelled("removing a folder or a device");
    int error = __secateur_fails("change");
    if (error != 0)
        return refused(error);
    if (found.is_unknown)
        __secateur_unknown(found.name)->missing = 1;
    else
        forget(found.entry);
    return 0;
}

/* The one folder is the other or lies in it. */
static _Bool lies_in(const struct file *folder, const struct file *other) {
    for (; folder != NULL; folder = folder->parent)
        if (folder == other)
            return 1;
    return 0;
}

static int rename_in(struct file *from_start, const char *from, struct file *start, const char *to) {
    struct found old = __secateur_look_up_in(from_start, from, NAME);
    if (old.name == NULL)
        return refused(old.error);
    look_at_root(to);
    struct found new = __secateur_look_up_in(start, to, NAME);
    if (new.name == NULL)
        return refused(new.error);
    if (old.dots != 0 || new.dots != 0)
        return refused(EBUSY);
    if (__secateur_lacks(old))
        return -1;
    if (old.file == NULL)
        __secateur_not_modelled("renaming a file nobody knows");
    _Bool is_folder = old.file->kind == FOLDER;
    if ((old.file->kind != PLAIN && old.file->kind != LINK && !old.file->is_made) ||
        (new.file != NULL && new.file->kind != PLAIN && new.file->kind != LINK && !new.file->is_made))
        __secateur_not_modelled("renaming a folder or a device");
    if (new.is_unknown && (is_folder || new.has_slash) && !__secateur_unknown(new.name)->missing)
        __secateur_not_modelled("renaming a folder to a name nobody knows");
    if (new.is_unknown && is_folder && (is_elsewhere(new.name) || __secateur_is_begun(new.name)))
        __secateur_not_modelled("a name that is made where files are below it");
    int error = __secateur_fails("change");
    if (error != 0)
        return refused(error);
    if (!is_folder && (old.has_slash || new.has_slash))
        return refused(ENOTDIR);
    if (is_folder && new.folder != NULL && lies_in(new.folder, old.file))
        return refused(EINVAL);
    if (new.file != NULL && lies_in(old.folder, new.file))
        return refused(ENOTEMPTY);
    if (new.file == old.file)
        return 0;
    if (new.file != NULL && is_folder != (new.file->kind == FOLDER))
        return refused(is_folder ? ENOTDIR : EISDIR);
    if (new.file != NULL && is_folder && !is_empty(new.file))
        return refused(ENOTEMPTY);
    if (new.file != NULL)
        forget(new.entry);
    __secateur_add_entry(new, old.file);
    /* Its old name is that of nothing, from now on. */
    old.entry->file = NULL;
    if (is_folder)
        old.file->parent = new.folder;
    return 0;
}

int mkdir(const char *name, unsigned mode) { return mkdir_in(NULL, name, mode); }
int rmdir(const char *name) { return rmdir_in(NULL, name); }
int symlink(const char *target, const char *name) { return symlink_in(target, NULL, name); }
int link(const char *from, const char *name) { return link_in(NULL, from, 0, NULL, name); }
int unlink(const char *name) { return unlink_in(NULL, name); }
int rename(const char *from, const char *to) { return rename_in(NULL, from, NULL, to); }

int remove(const char *name) {
    int result = unlink_in(NULL, name);
    return result < 0 && errno == EISDIR ? rmdir_in(NULL, name) : result;
}

/* Values of Linux. */
enum { AT_REMOVEDIR = 0x200, AT_SYMLINK_FOLLOW = 0x400, AT_EMPTY_PATH = 0x1000, RENAME_NOREPLACE = 1 };

int mkdirat(int folder, const char *name, unsigned mode) {
    struct file *start;
    return __secateur_folder_of(folder, name, &start) ? mkdir_in(start, name, mode) : -1;
}

int symlinkat(const char *target, int folder, const char *name) {
    struct file *start;
    return __secateur_folder_of(folder, name, &start) ? symlink_in(target, start, name) : -1;
}

int linkat(int from_folder, const char *from, int folder, const char *name, int flags) {
    struct file *from_start, *start;
    if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
        return refused(EINVAL);
    if (flags & AT_EMPTY_PATH)
        __secateur_not_modelled("a link to what a descriptor leads to");
    if (!__secateur_folder_of(from_folder, from, &from_start) || !__secateur_folder_of(folder, name, &start))
        return -1;
    return link_in(from_start, from, (flags & AT_SYMLINK_FOLLOW) != 0, start, name);
}

int unlinkat(int folder, const char *name, int flags) {
    struct file *start;
    if (flags & ~AT_REMOVEDIR)
        return refused(EINVAL);
    if (!__secateur_folder_of(folder, name, &start))
        return -1;
    return flags & AT_REMOVEDIR ? rmdir_in(start, name) : unlink_in(start, name);
}

int renameat(int from_folder, const char *from, int folder, const char *to) {
    struct file *from_start, *start;
    if (!__secateur_folder_of(from_folder, from, &from_start) || !__secateur_folder_of(folder, to, &start))
        return -1;
    return rename_in(from_start, from, start, to);
}

int renameat2(int from_folder, const char *from, int folder, const char *to, unsigned flags) {
    if (flags != 0)
        __secateur_not_modelled("a flag of renameat2");
    return renameat(from_folder, from, folder, to);
}
