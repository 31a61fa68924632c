/* Streams in memory: random operations on the models and on the system's, with the same memory behind them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

FILE *model_fmemopen(void *, size_t, const char *), *model_open_memstream(char **, size_t *);
int model_fputs(const char *, FILE *), model_fputc(int, FILE *), model_fgetc(FILE *), model_fflush(FILE *), model_fclose(FILE *);
int model_fseek(FILE *, long, int), model_feof(FILE *), model_ferror(FILE *), model_fileno(FILE *);
int model_setvbuf(FILE *, char *, int, size_t);
long model_ftell(FILE *);
size_t model_fwrite(const void *, size_t, size_t, FILE *);

int memory_failures;

static uint64_t seed = 0x2545f4914f6cdd1dull;
static unsigned below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

static char history[4096];
static _Bool grows;

static void check(const char *what, long ours, long theirs) {
    char step[64];
    snprintf(step, sizeof step, " %s=%ld", what, theirs);
    strncat(history, step, sizeof history - strlen(history) - 1);
    if (ours != theirs && memory_failures++ < 10)
        printf("stream in memory:%s, ours %ld\n", history, ours);
}

/* One operation on both; whether they can go on. Reading and writing by turns need a seek between them. */
static _Bool step(FILE *ours, FILE *theirs, _Bool reads, _Bool writes) {
    static const char *const texts[] = {"", "a", "bc", "def", "ghijklm"};
    switch (below(reads && writes ? 6 : 5)) {
    case 0: {
        const char *text = texts[below(5)];
        if (writes)
            check("fputs", model_fputs(text, ours), fputs(text, theirs));
        break;
    }
    case 1:
        if (writes) {
            int byte = below(3) ? 'x' : 0;
            check("fputc", model_fputc(byte, ours), fputc(byte, theirs));
        }
        break;
    case 2:
        check("fflush", model_fflush(ours), fflush(theirs));
        break;
    case 3: {
        long offset = (long)below(14) - 3;
        /* Where glibc says it stands or ends is not always where it does. */
        int from = (int)below(3);
        if (from == (grows ? 2 : writes ? 1 : 3))
            return 1;
        errno = 0;
        int a = model_fseek(ours, offset, from), b = fseek(theirs, offset, from);
        check("offset", offset, offset), check("fseek", a, b);
        if (b < 0)
            return 0;
        check("ftell", model_ftell(ours), ftell(theirs));
        break;
    }
    default:
        if (reads) {
            long at = (long)below(4);
            int a = model_fseek(ours, at, 0), b = fseek(theirs, at, 0);
            check("fseek", a, b);
            if (b < 0)
                return 0;
            for (unsigned n = below(5); n > 0; n--)
                check("fgetc", model_fgetc(ours), fgetc(theirs));
            check("feof", model_feof(ours), feof(theirs));
            check("fseek", model_fseek(ours, at, 0), fseek(theirs, at, 0));
        }
    }
    check("ferror", !!model_ferror(ours), !!ferror(theirs));
    return 1;
}

static void given(void) {
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+"};
    for (int round = 0; round < 50000 && memory_failures < 10; round++) {
        char a[80], b[80];
        const char *mode = modes[below(6)];
        /* Memory that is appended to and read is large enough for all. */
        size_t size = strcmp(mode, "a+") == 0 ? sizeof a : below(12);
        for (size_t i = 0; i < sizeof a; i++)
            a[i] = b[i] = below(4) && i < 11 ? (char)('A' + i) : 0;
        _Bool own = below(8) == 0, bare = below(4) == 0;
        sprintf(history, "fmemopen(%d, %zu, %s)%s", own, size, mode, bare ? " unbuffered" : "");
        /* What is in memory that nobody has written is anything. */
        if (own && (size == 0 || strcmp(mode, "w") != 0))
            continue;
        FILE *ours = model_fmemopen(own ? NULL : a, size, mode), *theirs = fmemopen(own ? NULL : b, size, mode);
        check("opened", ours != NULL, theirs != NULL);
        if (ours == NULL || theirs == NULL)
            continue;
        check("fileno", model_fileno(ours), fileno(theirs));
        if (bare)
            model_setvbuf(ours, NULL, _IONBF, 0), setvbuf(theirs, NULL, _IONBF, 0);
        for (unsigned n = below(8); n > 0 && memory_failures < 10; n--) {
            if (!step(ours, theirs, mode[0] == 'r' || mode[1] == '+', mode[0] != 'r' || mode[1] == '+'))
                break;
            check("memory", memcmp(a, b, sizeof a), 0);
        }
        check("fclose", model_fclose(ours), fclose(theirs));
        check("memory", memcmp(a, b, sizeof a), 0);
    }
}

static void grown(void) {
    for (int round = 0; round < 50000 && memory_failures < 10; round++) {
        char *a = NULL, *b = NULL;
        size_t length_a = 77, length_b = 77;
        strcpy(history, "open_memstream");
        FILE *ours = model_open_memstream(&a, &length_a), *theirs = open_memstream(&b, &length_b);
        for (unsigned n = below(10); n > 0; n--) {
            step(ours, theirs, 0, 1);
            if (below(3) == 0) {
                check("fflush", model_fflush(ours), fflush(theirs));
                check("length", (long)length_a, (long)length_b);
                check("text", memcmp(a, b, length_b), 0);
                check("end", a[length_b], b[length_b]);
            }
        }
        check("fclose", model_fclose(ours), fclose(theirs));
        check("length", (long)length_a, (long)length_b);
        if (length_a == length_b)
            check("text", memcmp(a, b, length_b + 1), 0);
        free(a), free(b);
    }
}

void compare_memory(void) {
    given();
    grows = 1;
    grown();
}
