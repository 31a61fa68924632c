// Zones and weeks in strftime, as glibc has them where TZ is not set.
// VERDICT: safe
// PATHS: 1
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

static const char *shown(const char *format, const struct tm *tm) {
    static char text[60];
    strftime(text, sizeof text, format, tm);
    return text;
}

int main(void) {
    time_t second = 86400l * 365;
    assert(strcmp(shown("%Z %z", gmtime(&second)), "GMT +0000") == 0);
    assert(strcmp(shown("%Z %z", localtime(&second)), "UTC +0000") == 0);
    assert(strcmp(shown("%G %g %V %U %W %k %l %P", gmtime(&second)), "1970 70 53 00 00  0 12 am") == 0);
    struct tm own = {0};
    assert(strcmp(shown("%Z%z", &own), "UTC+0000") == 0);
    own.tm_isdst = -1;
    assert(strcmp(shown("[%Z%z]", &own), "[]") == 0);
    own.tm_isdst = 1;
    own.tm_zone = "XYZ";
    own.tm_gmtoff = -5400;
    assert(strcmp(shown("%Z%z", &own), "XYZ-0130") == 0);
    return 0;
}
