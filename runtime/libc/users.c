/* pwd.h and grp.h: users and groups as /etc/passwd and /etc/group of this machine have them.
 *
 * A lookup by name compares with each line, one fork for each user where the name is symbolic. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "engine.h"

int strcmp(const char *a, const char *b);

struct passwd {
    char *pw_name, *pw_passwd;
    unsigned pw_uid, pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};

struct group {
    char *gr_name, *gr_passwd;
    unsigned gr_gid;
    char **gr_mem;
};

/* A table in memory, its lines ended by zeros; the place of the next line for who lists it. */
struct table {
    const char *file;
    _Bool loaded;
    char *text;
    size_t size, next;
};

static struct table users = {.file = "/etc/passwd"}, groups = {.file = "/etc/group"};

static void load(struct table *table) {
    if (table->loaded)
        return;
    table->loaded = 1;
    size_t size = 0;
    const char *text = __secateur_existing_file(table->file, &size);
    if (text == NULL)
        return;
    table->text = __secateur_allocate(size + 1);
    __builtin_memcpy(table->text, text, size);
    table->text[size] = 0;
    table->size = size;
}

/* The next line as fields between colons, copied; whether there is one with so many. */
static _Bool next_line(struct table *table, char **fields, unsigned count) {
    load(table);
    while (table->next < table->size) {
        size_t start = table->next, end = start;
        while (end < table->size && table->text[end] != '\n')
            end++;
        table->next = end + 1;
        char *line = __secateur_allocate(end - start + 1);
        __builtin_memcpy(line, table->text + start, end - start);
        line[end - start] = 0;
        unsigned found = 0;
        if (*line != 0 && *line != '#' && *line != '+' && *line != '-') {
            fields[found++] = line;
            for (char *at = line; *at != 0; at++)
                if (*at == ':' && found < count) {
                    *at = 0;
                    fields[found++] = at + 1;
                }
        }
        if (found == count)
            return 1;
    }
    return 0;
}

static unsigned number(const char *digits) {
    unsigned value = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++)
        value = value * 10 + (unsigned)(*digits - '0');
    return value;
}

static struct passwd *next_user(struct passwd *to) {
    char *fields[7];
    if (!next_line(&users, fields, 7))
        return NULL;
    *to = (struct passwd){fields[0], fields[1], number(fields[2]), number(fields[3]), fields[4], fields[5], fields[6]};
    return to;
}

static struct group *next_group(struct group *to) {
    char *fields[4];
    if (!next_line(&groups, fields, 4))
        return NULL;
    unsigned count = *fields[3] != 0;
    for (char *at = fields[3]; *at != 0; at++)
        count += *at == ',';
    char **members = __secateur_allocate((count + 1) * sizeof *members);
    char *at = fields[3];
    for (unsigned i = 0; i < count; i++) {
        members[i] = at;
        while (*at != 0 && *at != ',')
            at++;
        if (*at == ',')
            *at++ = 0;
    }
    members[count] = NULL;
    *to = (struct group){fields[0], fields[1], number(fields[2]), members};
    return to;
}

static struct passwd user;
static struct group group;

static struct passwd *find_user(const char *name, unsigned id, struct passwd *to) {
    size_t listed = users.next;
    users.next = 0;
    struct passwd *found;
    do
        found = next_user(to);
    while (found != NULL && (name != NULL ? strcmp(found->pw_name, name) != 0 : found->pw_uid != id));
    users.next = listed;
    return found;
}

static struct group *find_group(const char *name, unsigned id, struct group *to) {
    size_t listed = groups.next;
    groups.next = 0;
    struct group *found;
    do
        found = next_group(to);
    while (found != NULL && (name != NULL ? strcmp(found->gr_name, name) != 0 : found->gr_gid != id));
    groups.next = listed;
    return found;
}

struct passwd *getpwnam(const char *name) { return find_user(name, 0, &user); }
struct passwd *getpwuid(unsigned id) { return find_user(NULL, id, &user); }
struct passwd *getpwent(void) { return next_user(&user); }
void setpwent(void) { users.next = 0; }
void endpwent(void) { users.next = 0; }
struct group *getgrnam(const char *name) { return find_group(name, 0, &group); }
struct group *getgrgid(unsigned id) { return find_group(NULL, id, &group); }
struct group *getgrent(void) { return next_group(&group); }
void setgrent(void) { groups.next = 0; }
void endgrent(void) { groups.next = 0; }

/* Into memory of the caller: how much the texts of an entry take there. */
static size_t length(const char *text) {
    size_t n = 0;
    while (text[n] != 0)
        n++;
    return n + 1;
}

static char *moved(char *text, char **room) {
    char *to = *room;
    size_t size = length(text);
    __builtin_memcpy(to, text, size);
    *room += size;
    return to;
}

static int give_user(struct passwd *found, struct passwd *to, char *room, size_t size, struct passwd **result) {
    *result = NULL;
    if (found == NULL)
        return 0;
    if (length(found->pw_name) + length(found->pw_passwd) + length(found->pw_gecos) + length(found->pw_dir) +
            length(found->pw_shell) > size)
        return ERANGE;
    *to = *found;
    to->pw_name = moved(found->pw_name, &room);
    to->pw_passwd = moved(found->pw_passwd, &room);
    to->pw_gecos = moved(found->pw_gecos, &room);
    to->pw_dir = moved(found->pw_dir, &room);
    to->pw_shell = moved(found->pw_shell, &room);
    *result = to;
    return 0;
}

int getpwnam_r(const char *name, struct passwd *to, char *room, size_t size, struct passwd **result) {
    struct passwd own;
    return give_user(find_user(name, 0, &own), to, room, size, result);
}

int getpwuid_r(unsigned id, struct passwd *to, char *room, size_t size, struct passwd **result) {
    struct passwd own;
    return give_user(find_user(NULL, id, &own), to, room, size, result);
}

/* The list of members comes first, aligned. */
static int give_group(struct group *found, struct group *to, char *room, size_t size, struct group **result) {
    *result = NULL;
    if (found == NULL)
        return 0;
    size_t count = 0, texts = length(found->gr_name) + length(found->gr_passwd);
    for (; found->gr_mem[count] != NULL; count++)
        texts += length(found->gr_mem[count]);
    size_t skipped = -(uintptr_t)room & (sizeof(char *) - 1);
    if (skipped + (count + 1) * sizeof(char *) + texts > size)
        return ERANGE;
    to->gr_mem = (char **)(room + skipped);
    room += skipped + (count + 1) * sizeof(char *);
    to->gr_gid = found->gr_gid;
    to->gr_name = moved(found->gr_name, &room);
    to->gr_passwd = moved(found->gr_passwd, &room);
    for (size_t i = 0; i < count; i++)
        to->gr_mem[i] = moved(found->gr_mem[i], &room);
    to->gr_mem[count] = NULL;
    *result = to;
    return 0;
}

int getgrnam_r(const char *name, struct group *to, char *room, size_t size, struct group **result) {
    struct group own;
    return give_group(find_group(name, 0, &own), to, room, size, result);
}

int getgrgid_r(unsigned id, struct group *to, char *room, size_t size, struct group **result) {
    struct group own;
    return give_group(find_group(NULL, id, &own), to, room, size, result);
}

/* The group of the user and those that have the user as a member. */
int getgrouplist(const char *name, unsigned own, unsigned *to, int *room) {
    int count = 0;
    struct group one;
    size_t listed = groups.next;
    if (*room > count)
        to[count] = own;
    count++;
    for (groups.next = 0; next_group(&one) != NULL;) {
        _Bool member = 0;
        for (char **at = one.gr_mem; *at != NULL && !member; at++)
            member = strcmp(*at, name) == 0;
        if (!member || one.gr_gid == own)
            continue;
        if (*room > count)
            to[count] = one.gr_gid;
        count++;
    }
    groups.next = listed;
    _Bool fits = count <= *room;
    *room = count;
    return fits ? count : -1;
}

/* Nobody has logged in at a terminal. */
char *getlogin(void) {
    errno = ENXIO;
    return NULL;
}
int getlogin_r(char *to, size_t room) { return (void)to, (void)room, errno = ENXIO; }
