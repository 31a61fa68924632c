/* strptime: random formats on texts that fit them more or less, the model against the system's library. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

char *model_strptime(const char *, const char *, struct tm *);

int time_failures;
/* engine.c */
extern jmp_buf not_modelled;
extern _Bool goes_on;

static uint64_t seed = 0xbb67ae8584caa73bull;
static unsigned below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

static void one(const char *text, const char *format) {
    struct tm a = {.tm_mday = 1}, b = {.tm_mday = 1};
    char *x = model_strptime(text, format, &a), *y = strptime(text, format, &b);
    a.tm_zone = b.tm_zone;
    /* What is left of a time that was not read is nobody's. */
    if (x != y || (y != NULL && memcmp(&a, &b, sizeof a) != 0)) {
        printf("strptime(\"%s\", \"%s\"): ours %ld %d-%d-%d %d:%d:%d %d %d, theirs %ld %d-%d-%d %d:%d:%d %d %d\n", text, format,
               x ? x - text : -1l, a.tm_year, a.tm_mon, a.tm_mday, a.tm_hour, a.tm_min, a.tm_sec, a.tm_wday, a.tm_yday,
               y ? y - text : -1l, b.tm_year, b.tm_mon, b.tm_mday, b.tm_hour, b.tm_min, b.tm_sec, b.tm_wday, b.tm_yday);
        time_failures++;
    }
}

void compare_time(void) {
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%Q";
    static const char *const junk[] = {"Mon", "tuesday", "May", "sept", "12", "7", "0", "2024", "99", " ", "+0130", "-02:00", "Z", "PM", "am", ":", "/", "x", "%"};
    goes_on = 1;
    for (volatile int round = 0; round < 50000 && time_failures < 10; round++) {
        char format[64] = "", text[256] = "";
        struct tm tm = {.tm_sec = (int)below(60), .tm_min = (int)below(60), .tm_hour = (int)below(24), .tm_mday = (int)below(28) + 1, .tm_mon = (int)below(12),
                        .tm_year = (int)below(300) - 50};
        timegm(&tm);
        for (unsigned n = below(5) + 1; n > 0; n--) {
            char part[8] = "%", shown[64] = "";
            if (below(10) == 0)
                strcat(part, (const char *[]){"E", "O", "-", "_", "3"}[below(5)]);
            strncat(part, letters + below(sizeof letters - 1), 1);
            strftime(shown, sizeof shown, part, &tm);
            strcat(format, part);
            strcat(text, below(12) ? shown : junk[below(sizeof junk / sizeof *junk)]);
            const char *between = (const char *[]){"", " ", "/", ":"}[below(4)];
            strcat(format, between), strcat(text, between);
        }
        if (setjmp(not_modelled) == 0)
            one(text, format);
    }
    goes_on = 0;
}
