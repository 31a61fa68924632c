/* time.h. The time is an input that never runs backwards; the calendar is computed in UTC. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

void klee_assume(size_t condition);

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct timeval {
    long tv_sec, tv_usec;
};

struct timespec {
    long tv_sec, tv_nsec;
};

/* Seconds since 1970, below the year 2242: no sum of a few of them overflows. */
static long now(void) {
    static long latest;
    long seconds = (long)__secateur_fresh_value("time", 8);
    klee_assume((seconds >= latest) & (seconds < 1l << 33));
    return latest = seconds;
}

long time(long *to) {
    long seconds = now();
    if (to != NULL)
        *to = seconds;
    return seconds;
}

long clock(void) {
    static long latest;
    long ticks = (long)__secateur_fresh_value("clock", 8);
    klee_assume((ticks >= latest) & (ticks < 1l << 40));
    return latest = ticks;
}

double difftime(long later, long earlier) { return (double)(later - earlier); }

int gettimeofday(struct timeval *to, void *zone) {
    (void)zone;
    long micros = (long)__secateur_fresh_value("microseconds", 4);
    klee_assume(micros < 1000000);
    *to = (struct timeval){now(), micros};
    return 0;
}

/* Those every Linux has: CLOCK_REALTIME up to CLOCK_TAI, without the number that is not in use. */
static _Bool is_clock(int clock) {
    if ((clock >= 0) & (clock <= 11) & (clock != 10))
        return 1;
    /* Negative numbers stand for the clocks of processes and devices. */
    if (clock < 0)
        __secateur_not_modelled("the clock of another process");
    errno = EINVAL;
    return 0;
}

int clock_gettime(int clock, struct timespec *to) {
    if (!is_clock(clock))
        return -1;
    long nanos = (long)__secateur_fresh_value("nanoseconds", 4);
    klee_assume(nanos < 1000000000);
    *to = (struct timespec){now(), nanos};
    return 0;
}

int clock_getres(int clock, struct timespec *to) {
    if (!is_clock(clock))
        return -1;
    if (to != NULL)
        *to = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    enum { UTC = 1 };
    return base == UTC && clock_gettime(0, to) == 0 ? UTC : 0;
}

/* Nothing waits, and nothing is interrupted: what is left stays as it is. */
static _Bool is_duration(const struct timespec *wanted) {
    return (wanted->tv_sec >= 0) & (wanted->tv_nsec >= 0) & (wanted->tv_nsec < 1000000000);
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    (void)left;
    if (is_duration(wanted))
        return 0;
    errno = EINVAL;
    return -1;
}

/* Gives the error instead of setting errno. */
int clock_nanosleep(int clock, int flags, const struct timespec *wanted, struct timespec *left) {
    int before = errno;
    (void)flags, (void)left;
    _Bool known = is_clock(clock);
    errno = before;
    return known && is_duration(wanted) ? 0 : EINVAL;
}

unsigned sleep(unsigned seconds) { return (void)seconds, 0; }
int usleep(unsigned microseconds) { return (void)microseconds, 0; }

/* Days since 1970 of a day in the proleptic Gregorian calendar; months from 0, days from 1. */
static long days_of(long year, long month, long day) {
    year += month / 12;
    month %= 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    /* Years begin in March, so that the leap day is the last. */
    long y = month < 2 ? year - 1 : year, m = month < 2 ? month + 10 : month - 2;
    long era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * m + 2) / 5 + day - 1 - 719468;
}

static struct tm *broken_down(const long *time, struct tm *to, const char *zone) {
    /* Years that no int holds. */
    if ((*time < -67768040609740800) | (*time > 67768036191676799)) {
        errno = EOVERFLOW;
        return NULL;
    }
    long days = *time / 86400, rest = *time % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    long shifted = days + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    long of_era = shifted - era * 146097;
    long year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    long shifted_month = (5 * of_year + 2) / 153;
    long day = of_year - (153 * shifted_month + 2) / 5 + 1;
    long month = shifted_month < 10 ? shifted_month + 2 : shifted_month - 10;
    long year = year_of_era + era * 400 + (month < 2);
    long weekday = (days % 7 + 11) % 7;
    *to = (struct tm){(int)(rest % 60),  (int)(rest / 60 % 60), (int)(rest / 3600), (int)day, (int)month,
                      (int)(year - 1900), (int)weekday,          (int)(days - days_of(year, 0, 1)), 0, 0, zone};
    return to;
}

struct tm *gmtime_r(const long *time, struct tm *to) { return broken_down(time, to, "GMT"); }

static struct tm shared;

/* The time zone is UTC, as where TZ is not set and no file names another. The library finds that out when it is first asked. */
char *tzname[2] = {"GMT", "GMT"}, *__tzname[2] = {"GMT", "GMT"};
long timezone, __timezone;
int daylight, __daylight;

void tzset(void) { tzname[0] = tzname[1] = __tzname[0] = __tzname[1] = "UTC"; }

struct tm *localtime_r(const long *time, struct tm *to) {
    tzset();
    return broken_down(time, to, "UTC");
}

struct tm *gmtime(const long *time) { return gmtime_r(time, &shared); }
struct tm *localtime(const long *time) { return localtime_r(time, &shared); }

static long seconds_of(struct tm *tm, const char *zone) {
    long days = days_of(1900l + tm->tm_year, tm->tm_mon, tm->tm_mday);
    long seconds = ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
    return broken_down(&seconds, tm, zone) == NULL ? -1 : seconds;
}

long timegm(struct tm *tm) { return seconds_of(tm, "GMT"); }

long mktime(struct tm *tm) {
    tzset();
    return seconds_of(tm, "UTC");
}

/* strftime in the C locale. */
static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

struct sink {
    char *to;
    size_t room, length;
};

static void put(struct sink *sink, char c) {
    if (sink->length < sink->room)
        sink->to[sink->length] = c;
    sink->length++;
}

static void put_text(struct sink *sink, const char *text, size_t most) {
    for (size_t i = 0; i < most && text[i] != 0; i++)
        put(sink, text[i]);
}

static void put_number(struct sink *sink, long value, int digits, char fill) {
    char reversed[24];
    int count = 0;
    if (value < 0) {
        put(sink, '-');
        value = -value;
    }
    do
        reversed[count++] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    for (int i = count; i < digits; i++)
        put(sink, fill);
    while (count > 0)
        put(sink, reversed[--count]);
}

static const char *name_in(const char *const *names, int index, int count) {
    return index >= 0 && index < count ? names[index] : "?";
}

static long days_in(long year) { return days_of(year + 1, 0, 1) - days_of(year, 0, 1); }

/* Weeks of ISO 8601 begin on Monday and belong to the year that has their Thursday. */
static long iso_week(const struct tm *tm, long *year) {
    long thursday = tm->tm_yday + 3 - (tm->tm_wday + 6) % 7;
    *year = 1900l + tm->tm_year;
    if (thursday < 0)
        thursday += days_in(--*year);
    else if (thursday >= days_in(*year))
        thursday -= days_in((*year)++);
    return thursday / 7 + 1;
}

/* Nothing is known of the zone of a time that may be summer time or not. */
static void put_zone(struct sink *sink, const struct tm *tm) {
    const char *zone = tm->tm_zone;
    if ((zone == NULL || *zone == 0) && tm->tm_isdst >= 0) {
        tzset();
        zone = tzname[tm->tm_isdst != 0];
    }
    if (zone != NULL)
        put_text(sink, zone, (size_t)-1);
}

static void put_offset(struct sink *sink, const struct tm *tm) {
    if (tm->tm_isdst < 0)
        return;
    long minutes = (tm->tm_gmtoff < 0 ? -tm->tm_gmtoff : tm->tm_gmtoff) / 60;
    put(sink, tm->tm_gmtoff < 0 ? '-' : '+');
    put_number(sink, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static void put_time(struct sink *sink, const char *format, const struct tm *tm) {
    long year;
    for (; *format != 0; format++) {
        if (*format != '%') {
            put(sink, *format);
            continue;
        }
        format++;
        while (*format == 'E' || *format == 'O')
            format++;
        int hour = tm->tm_hour % 12 == 0 ? 12 : tm->tm_hour % 12;
        switch (*format) {
        case 'Y': put_number(sink, 1900l + tm->tm_year, 1, '0'); break;
        case 'C': put_number(sink, (1900l + tm->tm_year) / 100, 2, '0'); break;
        case 'y': put_number(sink, (1900l + tm->tm_year) % 100, 2, '0'); break;
        case 'm': put_number(sink, tm->tm_mon + 1, 2, '0'); break;
        case 'd': put_number(sink, tm->tm_mday, 2, '0'); break;
        case 'e': put_number(sink, tm->tm_mday, 2, ' '); break;
        case 'H': put_number(sink, tm->tm_hour, 2, '0'); break;
        case 'I': put_number(sink, hour, 2, '0'); break;
        case 'M': put_number(sink, tm->tm_min, 2, '0'); break;
        case 'S': put_number(sink, tm->tm_sec, 2, '0'); break;
        case 'j': put_number(sink, tm->tm_yday + 1, 3, '0'); break;
        case 'w': put_number(sink, tm->tm_wday, 1, '0'); break;
        case 'u': put_number(sink, tm->tm_wday == 0 ? 7 : tm->tm_wday, 1, '0'); break;
        case 'a': put_text(sink, name_in(weekdays, tm->tm_wday, 7), 3); break;
        case 'A': put_text(sink, name_in(weekdays, tm->tm_wday, 7), 16); break;
        case 'b':
        case 'h': put_text(sink, name_in(months, tm->tm_mon, 12), 3); break;
        case 'B': put_text(sink, name_in(months, tm->tm_mon, 12), 16); break;
        case 'p': put_text(sink, tm->tm_hour < 12 ? "AM" : "PM", 2); break;
        case 'P': put_text(sink, tm->tm_hour < 12 ? "am" : "pm", 2); break;
        case 'k': put_number(sink, tm->tm_hour, 2, ' '); break;
        case 'l': put_number(sink, hour, 2, ' '); break;
        case 'U': put_number(sink, (tm->tm_yday - tm->tm_wday + 7) / 7, 2, '0'); break;
        case 'W': put_number(sink, (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7, 2, '0'); break;
        case 'V': put_number(sink, iso_week(tm, &year), 2, '0'); break;
        case 'G': iso_week(tm, &year), put_number(sink, year, 1, '0'); break;
        case 'g': iso_week(tm, &year), put_number(sink, (year % 100 + 100) % 100, 2, '0'); break;
        case 'Z': put_zone(sink, tm); break;
        case 'z': put_offset(sink, tm); break;
        case 'n': put(sink, '\n'); break;
        case 't': put(sink, '\t'); break;
        case '%': put(sink, '%'); break;
        case 'F': put_time(sink, "%Y-%m-%d", tm); break;
        case 'T': put_time(sink, "%H:%M:%S", tm); break;
        case 'R': put_time(sink, "%H:%M", tm); break;
        case 'D':
        case 'x': put_time(sink, "%m/%d/%y", tm); break;
        case 'X': put_time(sink, "%H:%M:%S", tm); break;
        case 'r': put_time(sink, "%I:%M:%S %p", tm); break;
        case 'c': put_time(sink, "%a %b %e %H:%M:%S %Y", tm); break;
        case 's': {
            struct tm copy = *tm;
            put_number(sink, timegm(&copy), 1, '0');
            break;
        }
        default: __secateur_not_modelled("an unusual conversion of strftime");
        }
    }
}

size_t strftime(char *to, size_t room, const char *format, const struct tm *tm) {
    struct sink sink = {to, room, 0};
    put_time(&sink, format, tm);
    if (sink.length >= room)
        return 0;
    to[sink.length] = 0;
    return sink.length;
}

char *asctime_r(const struct tm *tm, char *to) {
    struct sink sink = {to, 26, 0};
    put_time(&sink, "%a %b %e %H:%M:%S %Y\n", tm);
    if (sink.length >= 26) {
        errno = EOVERFLOW;
        return NULL;
    }
    to[sink.length] = 0;
    return to;
}

static char text[26];

char *asctime(const struct tm *tm) { return asctime_r(tm, text); }

char *ctime_r(const long *time, char *to) {
    struct tm tm;
    return gmtime_r(time, &tm) == NULL ? NULL : asctime_r(&tm, to);
}

char *ctime(const long *time) { return ctime_r(time, text); }
