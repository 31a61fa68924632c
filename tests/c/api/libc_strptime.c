// The time that a text says, symbolic digits included; what follows from a date is computed.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    struct tm tm = {0};
    char text[] = "2024-02-29 1x:30 PM";
    klee_make_symbolic(text + 12, 1, "digit");
    char *end = strptime(text, "%Y-%m-%d %I:%M %p", &tm);
    if (text[12] >= '0' && text[12] <= '2') {
        assert(end == text + strlen(text) && tm.tm_hour == (text[12] == '2' ? 12 : 22 + text[12] - '0'));
        assert(tm.tm_year == 124 && tm.tm_mon == 1 && tm.tm_mday == 29 && tm.tm_wday == 4 && tm.tm_yday == 59);
    } else {
        assert(end == (text[12] == ':' ? 0 : end));
    }
    assert(strptime("sep 7x", "%b %d", &tm) && tm.tm_mon == 8 && tm.tm_mday == 7);
    assert(!strptime("32", "%d", &tm) && !strptime("", "%H", &tm));
    assert(strptime("-0130", "%z", &tm) && tm.tm_gmtoff == -5400);
    return 0;
}
