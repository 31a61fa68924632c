/* iconv: random bytes between all pairs of encodings, the model against the system's library. */
#include <errno.h>
#include <iconv.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *model_iconv_open(const char *, const char *);
size_t model_iconv(void *, char **, size_t *, char **, size_t *);
int model_iconv_close(void *);

int encoding_failures;
/* engine.c */
extern jmp_buf not_modelled;
extern _Bool goes_on;

static uint64_t seed = 0x3c6ef372fe94f82bull;
static unsigned below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

static const char *const names[] = {"UTF-8",    "ascii",   "ISO-8859-1", "UTF-16LE", "utf-16be", "UTF-32LE", "UTF-32BE",
                                    "UCS-2LE", "UCS-2BE", "UCS-2",    "UCS-4LE",  "UCS-4",    "WCHAR_T"};
enum { NAMES = sizeof names / sizeof *names };

static void one(void *ours, iconv_t theirs, const char *what) {
    char text[16], a[24], b[24];
    size_t length = below(sizeof text), room = below(4) ? sizeof a : below(sizeof a);
    unsigned style = below(4);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(style == 0 ? below(256) : style == 1 ? below(128) : style == 2 ? i % 4 == 0 ? below(256) : 0
                                                                                       : "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z\xd8\0\xdc\x01\xed"[below(16)]);
    char *from_a = text, *from_b = text, *to_a = a, *to_b = b;
    size_t left_a = length, left_b = length, room_a = room, room_b = room;
    memset(a, 1, sizeof a), memset(b, 1, sizeof b);
    int *error = &errno;
    *error = 0;
    size_t y = iconv(theirs, &from_b, &left_b, &to_b, &room_b);
    int their_error = *error;
    iconv(theirs, NULL, NULL, NULL, NULL);
    *error = 0;
    size_t x = model_iconv(ours, &from_a, &left_a, &to_a, &room_a);
    int our_error = *error;
    if (x != y || our_error != their_error || from_a != from_b || to_a - a != to_b - b || left_a != left_b || room_a != room_b ||
        memcmp(a, b, (size_t)(to_b - b)) != 0) {
        printf("iconv %s of %zu bytes into %zu:", what, length, room);
        for (size_t i = 0; i < length; i++)
            printf(" %02x", (unsigned char)text[i]);
        printf(": ours %zd, errno %d, %td, %td; theirs %zd, errno %d, %td, %td\n", x, our_error, from_a - text, to_a - a, y, their_error,
               from_b - text, to_b - b);
        encoding_failures++;
    }
}

void compare_encoding(void) {
    goes_on = 1;
    for (volatile int pair = 0; pair < NAMES * NAMES && encoding_failures < 10; pair++) {
        const char *from = names[pair / NAMES], *to = names[pair % NAMES];
        char what[64];
        snprintf(what, sizeof what, "%s to %s", from, to);
        if (setjmp(not_modelled) != 0)
            continue;
        void *ours = model_iconv_open(to, from);
        iconv_t theirs = iconv_open(to, from);
        for (volatile int round = 0; round < 400 && encoding_failures < 10; round++)
            if (setjmp(not_modelled) == 0)
                one(ours, theirs, what);
        model_iconv_close(ours), iconv_close(theirs);
    }
    goes_on = 0;
}
