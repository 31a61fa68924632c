/* What a program may ask about the machine and its process, beyond the environment: names, limits, numbers that are fixed on
 * Linux with glibc on x86-64, random bytes.
 *
 * Names are those of this machine, from where the kernel shows them. Limits and counts of processors are any number: no test
 * holds them. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

struct utsname {
    char system[65], node[65], release[65], version[65], machine[65], domain[65];
};

/* One line of a file of the kernel. */
static void line_of(const char *name, char *to, size_t room, const char *otherwise) {
    size_t size = 0;
    const char *line = __secateur_existing_file(name, &size);
    if (line == NULL)
        for (line = otherwise, size = 0; otherwise[size] != 0; size++)
            continue;
    size_t i = 0;
    for (; i + 1 < room && i < size && line[i] != '\n'; i++)
        to[i] = line[i];
    to[i] = 0;
}

int uname(struct utsname *to) {
    *to = (struct utsname){0};
    line_of("/proc/sys/kernel/ostype", to->system, sizeof to->system, "Linux");
    line_of("/proc/sys/kernel/hostname", to->node, sizeof to->node, "localhost");
    line_of("/proc/sys/kernel/osrelease", to->release, sizeof to->release, "6.1.0");
    line_of("/proc/sys/kernel/version", to->version, sizeof to->version, "#1 SMP");
    line_of("/proc/sys/kernel/domainname", to->domain, sizeof to->domain, "(none)");
    __builtin_memcpy(to->machine, "x86_64", sizeof "x86_64");
    return 0;
}

int gethostname(char *to, size_t room) {
    struct utsname names;
    uname(&names);
    size_t length = 0;
    while (names.node[length] != 0)
        length++;
    __builtin_memcpy(to, names.node, length + 1 < room ? length + 1 : room);
    if (length + 1 <= room)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

/* As Linux and glibc have them, by number; those that differ from machine to machine are any number that may be. */
long sysconf(int name) {
    static const struct {
        int name;
        long value;
    } fixed[] = {{0, 2097152}, {2, 100}, {3, 65536}, {5, 16}, {30, 4096}, {60, 1024}, {69, 1024}, {70, 1024}, {71, 256}, {72, 32},
                 {29, 200809}, {43, 4096}, {180, 64}};
    for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].name == name)
            return fixed[i].value;
    if (name < 0 || name > 248) {
        errno = EINVAL;
        return -1;
    }
    long value = (long)__secateur_fresh_fact("sysconf", 8);
    klee_assume(value >= -1);
    /* Processors, pages: there is one at least. */
    klee_assume((name < 83 || name > 86) | (value >= 1));
    return value;
}

int getpagesize(void) { return 4096; }
int getdtablesize(void) { return 1024; }
int get_nprocs(void) { return (int)__secateur_fresh_fact("processors", 2) + 1; }
int get_nprocs_conf(void) { return (int)__secateur_fresh_fact("processors", 2) + 1; }

static long path_limit(int name) {
    static const long values[] = {0, 255, 255, 255, 4096, 4096, 1, 1, 0};
    if (name == 0) {
        long links = (long)__secateur_fresh_fact("most links", 4);
        klee_assume(links > 0);
        return links;
    }
    if (name >= 0 && (size_t)name < sizeof values / sizeof *values)
        return values[name];
    errno = EINVAL;
    return -1;
}
long pathconf(const char *name, int which) { return (void)*(const volatile char *)name, path_limit(which); }
long fpathconf(int descriptor, int which) { return __secateur_stream_of(descriptor) == NULL ? -1 : path_limit(which); }

size_t confstr(int name, char *to, size_t room) {
    static const char path[] = "/bin:/usr/bin";
    if (name != 0)
        __secateur_not_modelled("confstr of anything but _CS_PATH");
    for (size_t i = 0; i < room && i < sizeof path; i++)
        to[i] = i + 1 == room ? 0 : path[i];
    return sizeof path;
}

struct rlimit {
    unsigned long now, most;
};

static struct rlimit limits[16];
static _Bool known_limit[16];

int getrlimit(int resource, struct rlimit *to) {
    if (resource < 0 || resource > 15) {
        errno = EINVAL;
        return -1;
    }
    if (!known_limit[resource]) {
        known_limit[resource] = 1;
        limits[resource].now = __secateur_fresh_fact("soft limit", 8);
        limits[resource].most = __secateur_fresh_fact("hard limit", 8);
        klee_assume(limits[resource].now <= limits[resource].most);
    }
    *to = limits[resource];
    return 0;
}

int setrlimit(int resource, const struct rlimit *wanted) {
    struct rlimit before, given = *wanted;
    if (getrlimit(resource, &before) != 0)
        return -1;
    if (given.now > given.most) {
        errno = EINVAL;
        return -1;
    }
    if (given.most > before.most) {
        errno = EPERM;
        return -1;
    }
    limits[resource] = given;
    return 0;
}

int getrlimit64(int resource, struct rlimit *to) { return getrlimit(resource, to); }
int setrlimit64(int resource, const struct rlimit *wanted) { return setrlimit(resource, wanted); }

/* Random bytes. */
static void random_bytes(void *to, size_t n) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)__secateur_fresh_value("random byte", 1);
}

long getrandom(void *to, size_t n, unsigned flags) {
    if (flags & ~7u) {
        errno = EINVAL;
        return -1;
    }
    random_bytes(to, n);
    return (long)n;
}

int getentropy(void *to, size_t n) {
    if (n > 256) {
        errno = EIO;
        return -1;
    }
    random_bytes(to, n);
    return 0;
}

void arc4random_buf(void *to, size_t n) { random_bytes(to, n); }

unsigned arc4random_uniform(unsigned bound) {
    if (bound < 2)
        return 0;
    size_t value = __secateur_fresh_value("arc4random_uniform", 4);
    klee_assume(value < bound);
    return (unsigned)value;
}

/* Who runs the program. */
int gettid(void) {
    int getpid(void);
    return getpid();
}
int getpgrp(void) { return (int)__secateur_fresh_fact("process group", 2) + 1; }
int getpgid(int process) { return (void)process, getpgrp(); }
int getsid(int process) { return (void)process, getpgrp(); }

int getgroups(int room, unsigned *to) {
    (void)to;
    if (room >= 0)
        return 0;
    errno = EINVAL;
    return -1;
}

/* The mask with which files are made. */
unsigned umask(unsigned mask) {
    static unsigned current = 022;
    unsigned before = current;
    current = mask & 0777;
    return before;
}

long getrusage(int who, void *to) {
    if (who < -1 || who > 1) {
        errno = EINVAL;
        return -1;
    }
    __builtin_memset(to, 0, 144);
    return 0;
}

int getpriority(int which, unsigned who) {
    (void)who;
    if (which >= 0 && which <= 2)
        return 0;
    errno = EINVAL;
    return -1;
}

