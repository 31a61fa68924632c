/* fts.h: the program itself goes through what lies below some names, step by step. Names come as readdir gives them, sorted, or as the
 * program compares them. The replay runtime is made of this text, too: glibc's own order is that of the file system.
 *
 * Paths stay relative to the folder the program runs in. A walk that changes into each folder is not modelled. */
#include <errno.h>
#include <stddef.h>

#include "directory.h"
#include "engine.h"

enum { FOLLOW_GIVEN = 1, LOGICAL = 2, NO_CHANGE = 4, NO_STATUS = 8, PHYSICAL = 16, SEE_DOTS = 32, ONE_DEVICE = 64, OPTIONS = 255 };
/* What is noted of the walk itself. */
enum { NAMES_ONLY = 0x100, STOPPED = 0x200 };
enum { BEFORE = 1, CYCLE = 2, OTHER = 3, UNREADABLE = 4, DOTS = 5, AFTER = 6, BROKEN = 7, PLAIN_FILE = 8, START = 9, NO_ANSWER = 10, NOT_ASKED = 11,
       SYMBOLIC = 12, LOOSE = 13 };
enum { AGAIN = 1, FOLLOW = 2, NOTHING_SAID = 3, SKIP = 4 };
enum { KIND = 0170000, FOLDER_KIND = 0040000, FILE_KIND = 0100000, LINK_KIND = 0120000 };
enum { TYPE_UNKNOWN = 0, TYPE_FOLDER = 4 };
enum { ABOVE_ALL = -1, GIVEN = 0 };
enum { LONGEST_PATH = 4096 };

/* As Linux has it on x86-64. */
struct status {
    unsigned long device, inode, links;
    unsigned mode;
    unsigned char rest[144 - 28];
};

struct node {
    struct node *cycle, *parent, *link;
    long number;
    void *pointer;
    char *access_path, *path;
    int error, link_descriptor;
    unsigned short path_length, name_length;
    unsigned long inode, device, links;
    short level;
    unsigned short info, flags, instruction;
    struct status *about;
    char name[];
};

struct tree {
    struct node *current, *children, **array;
    unsigned long device;
    char *path;
    int descriptor, path_room, room;
    int (*compares)(const struct node **a, const struct node **b);
    int options;
};

int stat(const char *name, struct status *to);
int lstat(const char *name, struct status *to);
size_t strlen(const char *s);
void *malloc(size_t size);
void free(void *block);
void qsort(void *base, size_t count, size_t size, int (*compares)(const struct node **a, const struct node **b));

static _Bool is_dots(const char *name) { return name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0)); }

static struct node *new_node(struct tree *tree, const char *name, size_t length, int level, struct node *parent) {
    /* The status lies behind the name. */
    size_t size = (offsetof(struct node, name) + length + 1 + 7) & ~(size_t)7;
    struct node *node = malloc(size + sizeof(struct status));
    if (node == NULL)
        return NULL;
    *node = (struct node){.path = tree->path, .access_path = tree->path, .name_length = (unsigned short)length, .level = (short)level,
                          .parent = parent, .instruction = NOTHING_SAID};
    node->about = (struct status *)((char *)node + size);
    *node->about = (struct status){0};
    __builtin_memcpy(node->name, name, length);
    node->name[length] = 0;
    return node;
}

static void release(struct node *list) {
    while (list != NULL) {
        struct node *next = list->link;
        free(list);
        list = next;
    }
}

/* What a node is. */
static unsigned short look(const struct tree *tree, struct node *node, _Bool follows) {
    struct status about = {0};
    int error = 0;
    if (follows || (tree->options & LOGICAL)) {
        if (stat(node->access_path, &about) < 0) {
            error = errno;
            if (lstat(node->access_path, &about) == 0) {
                errno = 0;
                *node->about = about;
                return LOOSE;
            }
        }
    } else if (lstat(node->access_path, &about) < 0) {
        error = errno;
    }
    if (error != 0) {
        node->error = error;
        *node->about = (struct status){0};
        return NO_ANSWER;
    }
    if (!(tree->options & NO_STATUS))
        *node->about = about;
    unsigned kind = about.mode & KIND;
    if (kind == FOLDER_KIND) {
        node->device = about.device;
        node->inode = about.inode;
        node->links = about.links;
        if (is_dots(node->name))
            return DOTS;
        for (struct node *above = node->parent; above->level >= GIVEN; above = above->parent)
            if (above->inode == node->inode && above->device == node->device) {
                node->cycle = above;
                return CYCLE;
            }
        return BEFORE;
    }
    return kind == LINK_KIND ? SYMBOLIC : kind == FILE_KIND ? PLAIN_FILE : OTHER;
}

/* In the program's order; as they are where there is no memory for it. */
static struct node *sorted(struct tree *tree, struct node *list, size_t count) {
    struct node **all = malloc(count * sizeof *all);
    if (all == NULL)
        return list;
    size_t n = 0;
    for (struct node *node = list; node != NULL; node = node->link)
        all[n++] = node;
    qsort(all, n, sizeof *all, tree->compares);
    for (size_t i = 0; i < n; i++)
        all[i]->link = i + 1 < n ? all[i + 1] : NULL;
    list = all[0];
    free(all);
    return list;
}

/* Where the names in a folder begin, behind its path and a slash. */
static size_t inside(const struct tree *tree, const struct node *folder) {
    size_t length = folder->path_length;
    return tree->path[length - 1] == '/' ? length : length + 1;
}

/* The path of a node below its parent. */
static void append(struct tree *tree, const struct node *node) {
    size_t at = inside(tree, node->parent);
    tree->path[at - 1] = '/';
    __builtin_memcpy(tree->path + at, node->name, node->name_length + 1);
}

/* A name that was given: its last part is its name. */
static void begin(struct tree *tree, struct node *node) {
    size_t length = node->name_length, last = length;
    __builtin_memcpy(tree->path, node->name, length + 1);
    while (last > 0 && node->name[last - 1] != '/')
        last--;
    if (last > 1 || (last == 1 && length > 1)) {
        node->name_length = (unsigned short)(length - last);
        __builtin_memmove(node->name, node->name + last, node->name_length + 1u);
    }
    node->path_length = (unsigned short)length;
    node->access_path = node->path = tree->path;
    tree->device = node->device;
}

enum asks { TO_GO_ON, FOR_NODES, FOR_NAMES };

/* The nodes in the folder at hand. */
static struct node *in_folder(struct tree *tree, enum asks asks) {
    struct node *here = tree->current, *first = NULL, *last = NULL;
    struct directory *folder = opendir(here->access_path);
    if (folder == NULL) {
        if (asks == TO_GO_ON) {
            here->info = UNREADABLE;
            here->error = errno;
        }
        return NULL;
    }
    size_t at = inside(tree, here), count = 0;
    _Bool only_folders = (tree->options & NO_STATUS) && (tree->options & PHYSICAL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!(tree->options & SEE_DOTS) && is_dots(entry->d_name))
            continue;
        size_t length = strlen(entry->d_name);
        if (at + length >= LONGEST_PATH)
            __secateur_not_modelled("a long path of fts");
        struct node *node = new_node(tree, entry->d_name, length, here->level + 1, here);
        if (node == NULL) {
            int error = errno;
            release(first);
            closedir(folder);
            errno = error;
            here->info = BROKEN;
            tree->options |= STOPPED;
            return NULL;
        }
        node->path_length = (unsigned short)(at + length);
        if (asks == FOR_NAMES || (only_folders && entry->d_type != TYPE_FOLDER && entry->d_type != TYPE_UNKNOWN)) {
            node->info = NOT_ASKED;
        } else {
            append(tree, node);
            node->info = look(tree, node, 0);
        }
        *(last == NULL ? &first : &last->link) = node;
        last = node;
        count++;
    }
    closedir(folder);
    tree->path[here->path_length] = 0;
    if (count == 0 && asks == TO_GO_ON)
        here->info = AFTER;
    return count > 1 && tree->compares != NULL ? sorted(tree, first, count) : first;
}

struct tree *fts_open(char *const *names, int options, int (*compares)(const struct node **a, const struct node **b)) {
    if (options & ~OPTIONS) {
        errno = EINVAL;
        return NULL;
    }
    if (!(options & (NO_CHANGE | LOGICAL)))
        __secateur_not_modelled("fts without FTS_NOCHDIR");
    for (char *const *name = names; *name != NULL; name++)
        if (strlen(*name) == 0) {
            errno = ENOENT;
            return NULL;
        }
    struct tree *tree = malloc(sizeof *tree);
    if (tree == NULL)
        return NULL;
    *tree = (struct tree){.compares = compares, .options = options | (options & LOGICAL ? NO_CHANGE : 0), .descriptor = -1};
    struct node *first = NULL, *last = NULL, *above = NULL;
    size_t count = 0;
    if ((tree->path = malloc(LONGEST_PATH)) == NULL || (*names != NULL && (above = new_node(tree, "", 0, ABOVE_ALL, NULL)) == NULL))
        goto failed;
    for (char *const *name = names; *name != NULL; name++) {
        size_t length = strlen(*name);
        if (length >= LONGEST_PATH)
            __secateur_not_modelled("a long path of fts");
        struct node *node = new_node(tree, *name, length, GIVEN, above);
        if (node == NULL)
            goto failed;
        node->access_path = node->name;
        node->info = look(tree, node, (options & FOLLOW_GIVEN) != 0);
        if (node->info == DOTS)
            node->info = BEFORE;
        /* What is to be sorted is the other way round until then, as equal names show. */
        if (compares != NULL) {
            node->link = first;
            first = node;
        } else {
            *(last == NULL ? &first : &last->link) = node;
            last = node;
        }
        count++;
    }
    if (count > 1 && compares != NULL)
        first = sorted(tree, first, count);
    /* As if what lies in front of the first name had just been seen. */
    if ((tree->current = new_node(tree, "", 0, GIVEN, above)) == NULL)
        goto failed;
    tree->current->link = first;
    tree->current->info = START;
    return tree;
failed:
    release(first);
    free(above);
    free(tree->path);
    free(tree);
    return NULL;
}

static void forget_children(struct tree *tree) {
    release(tree->children);
    tree->children = NULL;
    tree->options &= ~NAMES_ONLY;
}

static struct node *arrive(struct tree *tree, struct node *node) {
    tree->current = node;
    append(tree, node);
    return node;
}

struct node *fts_read(struct tree *tree) {
    struct node *node = tree->current;
    if (node == NULL || (tree->options & STOPPED))
        return NULL;
    unsigned short said = node->instruction;
    node->instruction = NOTHING_SAID;
    if (said == AGAIN || (said == FOLLOW && (node->info == SYMBOLIC || node->info == LOOSE))) {
        node->info = look(tree, node, said == FOLLOW);
        return node;
    }
    if (node->info == BEFORE) {
        if (said == SKIP || ((tree->options & ONE_DEVICE) && node->device != tree->device)) {
            forget_children(tree);
            node->info = AFTER;
            return node;
        }
        if (tree->options & NAMES_ONLY)
            forget_children(tree);
        struct node *children = tree->children != NULL ? tree->children : in_folder(tree, TO_GO_ON);
        tree->children = NULL;
        if (children == NULL)
            return tree->options & STOPPED ? NULL : node;
        return arrive(tree, children);
    }
    for (struct node *next; (next = node->link) != NULL; node = next) {
        free(node);
        tree->current = next;
        if (next->level == GIVEN) {
            begin(tree, next);
            return next;
        }
        if (next->instruction == SKIP)
            continue;
        if (next->instruction == FOLLOW) {
            append(tree, next);
            next->info = look(tree, next, 1);
            next->instruction = NOTHING_SAID;
        }
        return arrive(tree, next);
    }
    struct node *parent = node->parent;
    tree->current = parent;
    free(node);
    if (parent == NULL || parent->level == ABOVE_ALL) {
        free(parent);
        errno = 0;
        return tree->current = NULL;
    }
    tree->path[parent->path_length] = 0;
    parent->info = parent->error != 0 ? BROKEN : AFTER;
    return parent;
}

int fts_set(struct tree *tree, struct node *node, int instruction) {
    (void)tree;
    if (instruction < 0 || instruction > SKIP) {
        errno = EINVAL;
        return 1;
    }
    node->instruction = (unsigned short)instruction;
    return 0;
}

struct node *fts_children(struct tree *tree, int instruction) {
    if (instruction != 0 && instruction != NAMES_ONLY) {
        errno = EINVAL;
        return NULL;
    }
    struct node *here = tree->current;
    errno = 0;
    if (here == NULL || (tree->options & STOPPED))
        return NULL;
    if (here->info == START)
        return here->link;
    if (here->info != BEFORE)
        return NULL;
    release(tree->children);
    tree->options |= instruction;
    return tree->children = in_folder(tree, instruction == NAMES_ONLY ? FOR_NAMES : FOR_NODES);
}

int fts_close(struct tree *tree) {
    struct node *node = tree->current;
    while (node != NULL) {
        struct node *next = node->link != NULL ? node->link : node->parent;
        free(node);
        node = next;
    }
    release(tree->children);
    free(tree->array);
    free(tree->path);
    free(tree);
    return 0;
}

struct tree *fts64_open(char *const *names, int options, int (*compares)(const struct node **a, const struct node **b)) {
    return fts_open(names, options, compares);
}
struct node *fts64_read(struct tree *tree) { return fts_read(tree); }
struct node *fts64_children(struct tree *tree, int instruction) { return fts_children(tree, instruction); }
int fts64_set(struct tree *tree, struct node *node, int instruction) { return fts_set(tree, node, instruction); }
int fts64_close(struct tree *tree) { return fts_close(tree); }
