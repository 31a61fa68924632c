/* scanf on strings, files written and read back, and the calendar: the models against the system's library. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int model_sscanf(const char *text, const char *format, ...);
struct tm *model_gmtime_r(const long *time, struct tm *to);
long model_timegm(struct tm *tm);
size_t model_strftime(char *to, size_t room, const char *format, const struct tm *tm);
void *model_fopen(const char *name, const char *mode);
int model_fclose(void *stream);
char *model_fgets(char *to, int n, void *stream);
int model_fputs(const char *text, void *stream);
int model_fgetc(void *stream);
int model_feof(void *stream);
int model_fseek(void *stream, long offset, int from);
long model_ftell(void *stream);
int model_fscanf(void *stream, const char *format, ...);
int model_setenv(const char *name, const char *value, int overwrite);
char *model_getenv(const char *name);

int input_failures;

static uint64_t seed = 0x9e3779b97f4a7c15ull;
static unsigned below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

static void random_text(char *text, unsigned limit) {
    static const char letters[] = "0123456789019  \t\n+-xXaAbcfz,.%";
    unsigned length = below(limit);
    for (unsigned i = 0; i < length; i++)
        text[i] = letters[below(sizeof letters - 1)];
    text[length] = 0;
}

static const char *const formats[] = {"%d",     "%u",      "%d %d",   "%3d%d",   "%x",      "%i",     "%o",       "%hhd%n",
                                      "%*d %d", "%ld,%ld", "%5u",     "%d%%%d",  "%hd %hu", " %d",    "%llx %lli", "%2x%2x%2x"};
static const char *const word_formats[] = {"%15s",       "%3s%3s", "%[abc]%15s", "%[^0-9]%15s", "%c%c",
                                           "%*s%15s",    " %c%n",  "a%15s",      "%15s%n",      "%2c%15s"};

static void fail(const char *what, const char *text, const char *format) {
    printf("%s(\"%s\", \"%s\") differs\n", what, text, format);
    input_failures++;
}

static void scanning(void) {
    for (int round = 0; round < 20000; round++) {
        char text[24];
        random_text(text, 20);
        long ours[3] = {-77, -77, -77}, theirs[3] = {-77, -77, -77};
        const char *format = formats[below(sizeof formats / sizeof *formats)];
        int a = model_sscanf(text, format, &ours[0], &ours[1], &ours[2]);
        int b = sscanf(text, format, &theirs[0], &theirs[1], &theirs[2]);
        if (a != b || memcmp(ours, theirs, sizeof ours) != 0)
            fail("sscanf", text, format);
        char own[2][32] = {"", ""}, other[2][32] = {"", ""};
        format = word_formats[below(sizeof word_formats / sizeof *word_formats)];
        a = model_sscanf(text, format, own[0], own[1]);
        b = sscanf(text, format, other[0], other[1]);
        if (a != b || memcmp(own, other, sizeof own) != 0)
            fail("sscanf", text, format);
    }
}

static void calendar(void) {
    for (int round = 0; round < 5000; round++) {
        long when = ((long)below(1u << 31) << 4) - ((long)below(1u << 31) << 3);
        struct tm ours, theirs;
        model_gmtime_r(&when, &ours);
        gmtime_r(&when, &theirs);
        char a[200], b[200];
        const char *format = "%Y-%m-%d %H:%M:%S %a %A %b %B %j %y %C %e %I %p %u %w %D %T %R %F %c %%";
        model_strftime(a, sizeof a, format, &ours);
        strftime(b, sizeof b, format, &theirs);
        if (strcmp(a, b) != 0)
            fail("strftime", a, b);
        ours.tm_mon += (int)below(40) - 20, theirs.tm_mon = ours.tm_mon;
        ours.tm_mday += (int)below(100) - 50, theirs.tm_mday = ours.tm_mday;
        if (model_timegm(&ours) != timegm(&theirs) || ours.tm_yday != theirs.tm_yday)
            fail("timegm", a, b);
    }
}

/* What is written to a file is read back the same way. */
static void files(void) {
    for (int round = 0; round < 300; round++) {
        char text[80], ours[40], theirs[40], path[] = "/tmp/compare_input_XXXXXX";
        random_text(text, sizeof text);
        FILE *b = fdopen(mkstemp(path), "w+");
        void *a = model_fopen("a file", "w+");
        model_fputs(text, a), fputs(text, b);
        model_fseek(a, 0, SEEK_SET), fseek(b, 0, SEEK_SET);
        for (int step = 0; step < 12; step++) {
            int n = 1 + (int)below(30), x = -7, y = -7;
            switch (below(4)) {
            case 0: {
                /* The models stop at the end of the object, which here is the end of the text. */
                memset(ours, '#', sizeof ours - 1), ours[sizeof ours - 1] = 0;
                char *p = model_fgets(ours, n, a), *q = fgets(theirs, n, b);
                if ((p == NULL) != (q == NULL) || (q != NULL && strcmp(ours, theirs) != 0))
                    fail("fgets", text, theirs);
                break;
            }
            case 1:
                if (model_fgetc(a) != fgetc(b))
                    fail("fgetc", text, "");
                break;
            case 2: {
                int p = model_fscanf(a, "%d", &x), q = fscanf(b, "%d", &y);
                if (p != q || x != y)
                    fail("fscanf", text, "%d");
                /* How much of "+x" is taken differs between libraries; the positions are made equal again. */
                model_fseek(a, ftell(b), SEEK_SET), fseek(b, ftell(b), SEEK_SET);
                break;
            }
            default:
                n = (int)below((unsigned)strlen(text) + 1);
                model_fseek(a, n, SEEK_SET), fseek(b, n, SEEK_SET);
            }
            if (model_ftell(a) != ftell(b))
                fail("ftell", text, "");
        }
        model_fclose(a), fclose(b), remove(path);
    }
}

void compare_input(void) {
    scanning();
    calendar();
    files();
    model_setenv("SOME", "value", 1);
    if (strcmp(model_getenv("SOME"), "value") != 0)
        fail("getenv", "SOME", "");
}
