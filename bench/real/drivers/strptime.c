/* A date of ten bytes in the usual order. */
#include <klee/klee.h>
#include <time.h>

char *strptime(const char *text, const char *format, struct tm *tm);

int main(void) {
    char text[11];
    struct tm tm = {0};
    klee_make_symbolic(text, sizeof text, "text");
    text[10] = 0;
    return strptime(text, klee_int("american") ? "%m/%d/%y" : "%Y-%b-%d", &tm) != 0;
}
