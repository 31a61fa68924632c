// Times at which a job runs, as cron has them: "MINUTE HOUR JOB", with lists, ranges and steps such as "0-30/10,45".
// INPUT: stdin
// BUG: a step of a range is added after the test for the last minute, so a range up to 59 marks one minute too many.
// SHOWS: mark
// CRASH: 40-59/13 1 x\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MINUTES = 60, HOURS = 24 };

struct field {
    int size;
    unsigned char *set;
};

static void mark(struct field *field, int first, int last, int step) {
    int at = first;
    field->set[at] = 1;
#ifdef FIXED
    while (at + step <= last) {
#else
    while (at < last) {
#endif
        at += step;
        field->set[at] = 1;
    }
}

static const char *number(const char *text, int *to) {
    if (*text < '0' || *text > '9')
        return NULL;
    int n = 0;
    while (*text >= '0' && *text <= '9' && n < 1000)
        n = 10 * n + (*text++ - '0');
    *to = n;
    return text;
}

/* One part of a list; NULL if it is none. */
static const char *part(struct field *field, const char *text) {
    int first = 0, last = field->size - 1, step = 1;
    if (*text == '*') {
        text++;
    } else {
        text = number(text, &first);
        if (text == NULL)
            return NULL;
        last = first;
        if (*text == '-') {
            text = number(text + 1, &last);
            if (text == NULL)
                return NULL;
        }
    }
    if (*text == '/') {
        text = number(text + 1, &step);
        if (text == NULL || step == 0 || step >= field->size)
            return NULL;
    }
    if (first > last || last >= field->size)
        return NULL;
    mark(field, first, last, step);
    return text;
}

static const char *list(struct field *field, const char *text) {
    for (;;) {
        text = part(field, text);
        if (text == NULL || *text != ',')
            return text;
        text++;
    }
}

static int job(const char *line) {
    struct field minutes = {MINUTES, calloc(MINUTES, 1)}, hours = {HOURS, calloc(HOURS, 1)};
    int times = -1;
    if (minutes.set != NULL && hours.set != NULL) {
        const char *rest = list(&minutes, line);
        if (rest != NULL && *rest == ' ')
            rest = list(&hours, rest + 1);
        if (rest != NULL && *rest == ' ' && rest[1] != '\n') {
            int m = 0, h = 0;
            for (int i = 0; i < MINUTES; i++)
                m += minutes.set[i];
            for (int i = 0; i < HOURS; i++)
                h += hours.set[i];
            times = m * h;
        }
    }
    free(minutes.set);
    free(hours.set);
    return times;
}

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        int times = job(line);
        if (times < 0)
            printf("not a job: %s", line);
        else
            printf("%d times a day\n", times);
    }
    return 0;
}
