/* The frame of a random program: two texts come in, and one line of hexadecimal digits goes out, with the texts, the results of all
 * calls, errno and the buffers. Natively the texts come from such lines on standard input, and each is answered with its own. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <ftw.h>
#include <libgen.h>
#undef basename
#include <iconv.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

enum { TEXT = 4, ROOM = 400 };
static unsigned char out[ROOM];
static size_t used;

static void put(const void *from, size_t size) {
    memcpy(out + used, from, size);
    used += size;
}
static void number(long value) { put(&value, sizeof value); }
static void end_of_call(void) {
    int error = errno;
    put(&error, sizeof error);
    errno = 0;
}
static long place(const char *found, const char *from) { return found == NULL ? -1 : found - from; }
static int sign(int x) { return (x > 0) - (x < 0); }
static int compare_bytes(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

/* Names in a folder that the program has made: only there is all of them known. */
static char folder[] = "w0";
static void fresh_folder(void) {
    folder[1]++;
    if (mkdir(folder, 0755) != 0)
        _exit(0);
}
static const char *in(int which, const char *name) {
    static char names[2][16];
    sprintf(names[which], "%s/%s", folder, name);
    return names[which];
}
/* The same from that folder, which a name that begins at the root would lead out of. */
static const char *from_there(const char *name) {
    static char whole[16];
    sprintf(whole, "./%s", name);
    return whole;
}
static void told(long result) {
    number(result);
    end_of_call();
}
static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }
static long visited;
static int visit(const char *name, const struct stat *about, int kind, struct FTW *at) {
    visited += 1 + 16 * kind + 256 * at->level;
    return 0;
}

static void calls(char *a, char *b);

static void say(void) {
    static char line[2 * ROOM + 3];
    size_t n = 0;
    line[n++] = 'R';
    line[n++] = ':';
    for (size_t i = 0; i < used; i++)
        for (int shift = 4; shift >= 0; shift -= 4) {
            unsigned digit = out[i] >> shift & 15;
            line[n++] = (char)(digit + '0' + (digit > 9) * 39);
        }
    line[n++] = '\n';
    fwrite(line, 1, n, stdout);
}

static void one(const char *first, const char *second) {
    char a[TEXT + 1], b[TEXT + 1];
    used = 0;
    memcpy(a, first, TEXT), memcpy(b, second, TEXT);
    a[TEXT] = b[TEXT] = 0;
    put(a, TEXT), put(b, TEXT);
    folder[1] = '0';
    visited = 0;
    errno = 0;
    calls(a, b);
    say();
}

#ifdef NATIVE
static int take_away(const char *name, const struct stat *about, int kind, struct FTW *at) {
    return at->level > 0 ? remove(name) : 0;
}

static int digit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

int main(void) {
    static char line[2 * ROOM + 8];
    while (fgets(line, sizeof line, stdin)) {
        char texts[2 * TEXT];
        for (int i = 0; i < 2 * TEXT; i++)
            texts[i] = (char)(digit(line[2 + 2 * i]) << 4 | digit(line[3 + 2 * i]));
        one(texts, texts + TEXT);
        nftw(".", take_away, 4, FTW_DEPTH | FTW_PHYS);
    }
    return 0;
}
#else
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char texts[2 * TEXT];
    klee_make_symbolic(texts, sizeof texts, "texts");
    for (int i = LEFT; i < TEXT; i++)
        texts[i] = texts[TEXT + i] = 0;
    one(texts, texts + TEXT);
    return 0;
}
#endif

