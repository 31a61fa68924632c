/* strptime in the C locale: the time that a text says. There is a fork for each character of a number and each name. */
#include <stddef.h>

#include "engine.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct tm *localtime_r(const long *time, struct tm *to);

/* What was said, for what follows from it. */
struct said {
    _Bool hour_of_12, afternoon, weekday, day_of_year, month, day, sunday_week, monday_week;
    /* Days are to be computed from the date; a year of a century was given. */
    _Bool date, year_of_century;
    int century, week;
};

static _Bool is_space(char c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }
static _Bool is_digit(char c) { return (unsigned)c - '0' < 10; }

static const char *skip_space(const char *text) {
    while (is_space(*text))
        text++;
    return text;
}

/* Whether the text begins with a word, in any case of letters; one fork. */
static _Bool begins(const char *text, const char *word, size_t length) {
    _Bool same = 1, over = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = __secateur_peek(text, i);
        unsigned folded = (unsigned)c - 'A' < 26 ? c + 32u : c, letter = (unsigned char)word[i];
        same &= !over & (folded == ((unsigned)letter - 'A' < 26 ? letter + 32 : letter));
        over |= c == 0;
    }
    return same;
}

static size_t length_of(const char *word) {
    size_t length = 0;
    while (word[length] != 0)
        length++;
    return length;
}

/* The name at the start of the text: its whole form, or three letters. */
static const char *parse_name(const char *text, const char *const *names, int count, int *which) {
    for (int i = 0; i < count; i++) {
        size_t length = length_of(names[i]);
        _Bool whole = begins(text, names[i], length);
        if (whole || begins(text, names[i], 3)) {
            *which = i;
            text += whole ? length : 3;
            _Bool another = 0;
            for (int j = 0; j < count; j++)
                another |= begins(text, names[j], 3);
            /* glibc takes the last of them. */
            if (another)
                __secateur_not_modelled("names without anything between them in strptime");
            return text;
        }
    }
    return NULL;
}

static const char *parse_number(const char *text, int least, int most, int digits, int *value) {
    int number = 0;
    text = skip_space(text);
    if (!is_digit(*text))
        return NULL;
    do
        number = number * 10 + *text++ - '0';
    while (--digits > 0 && number * 10 <= most && is_digit(*text));
    *value = number;
    return number < least || number > most ? NULL : text;
}

static const char *parse_offset(const char *text, long *offset) {
    text = skip_space(text);
    if (*text == 'Z') {
        *offset = 0;
        return text + 1;
    }
    if (*text != '+' && *text != '-')
        return NULL;
    _Bool negative = *text++ == '-';
    int digits = 0, value = 0;
    while (digits < 4 && is_digit(*text)) {
        value = value * 10 + *text++ - '0';
        if (++digits == 2 && *text == ':' && is_digit(text[1]))
            text++;
    }
    if (digits == 2)
        value *= 100;
    else if (digits != 4 || value % 100 >= 60)
        return NULL;
    *offset = (value / 100 * 60l + value % 100) * (negative ? -60 : 60);
    return text;
}

static const char *parse_seconds(const char *text, struct tm *tm) {
    long seconds = 0;
    if (!is_digit(*text))
        return NULL;
    do
        seconds = (long)((unsigned long)seconds * 10 + (unsigned long)(*text++ - '0'));
    while (is_digit(*text));
    return localtime_r(&seconds, tm) == NULL ? NULL : text;
}

static const char *parse(const char *text, const char *format, struct tm *tm, struct said *said);

/* What stands for several conversions. */
static const char *meaning(char letter) {
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'r': return "%I:%M:%S %p";
    case 'R': return "%H:%M";
    case 'T':
    case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

static const char *convert(const char *text, char letter, struct tm *tm, struct said *said) {
    static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
    int value = 0;
    const char *end;
    switch (letter) {
    case '%': return *text == '%' ? text + 1 : NULL;
    case 'a':
    case 'A':
        if ((end = parse_name(text, weekdays, 7, &value)) != NULL)
            tm->tm_wday = value, said->weekday = 1;
        return end;
    case 'b':
    case 'B':
    case 'h':
        if ((end = parse_name(text, months, 12, &value)) != NULL)
            tm->tm_mon = value, said->month = said->date = 1;
        return end;
    case 'C':
        if ((end = parse_number(text, 0, 99, 2, &value)) != NULL)
            said->century = value, said->date = 1;
        return end;
    case 'd':
    case 'e':
        if ((end = parse_number(text, 1, 31, 2, &value)) != NULL)
            tm->tm_mday = value, said->day = said->date = 1;
        return end;
    case 'k':
    case 'H':
        if ((end = parse_number(text, 0, 23, 2, &value)) != NULL)
            tm->tm_hour = value, said->hour_of_12 = 0;
        return end;
    case 'l':
    case 'I':
        if ((end = parse_number(text, 1, 12, 2, &value)) != NULL)
            tm->tm_hour = value % 12, said->hour_of_12 = 1;
        return end;
    case 'j':
        if ((end = parse_number(text, 1, 366, 3, &value)) != NULL)
            tm->tm_yday = value - 1, said->day_of_year = 1;
        return end;
    case 'm':
        if ((end = parse_number(text, 1, 12, 2, &value)) != NULL)
            tm->tm_mon = value - 1, said->month = said->date = 1;
        return end;
    case 'M':
        if ((end = parse_number(text, 0, 59, 2, &value)) != NULL)
            tm->tm_min = value;
        return end;
    case 'n':
    case 't': return skip_space(text);
    case 'p':
        if (begins(text, "AM", 2))
            said->afternoon = 0;
        else if (begins(text, "PM", 2))
            said->afternoon = 1;
        else
            return NULL;
        return text + 2;
    case 's': return parse_seconds(text, tm);
    case 'S':
        if ((end = parse_number(text, 0, 61, 2, &value)) != NULL)
            tm->tm_sec = value;
        return end;
    case 'u':
        if ((end = parse_number(text, 1, 7, 1, &value)) != NULL)
            tm->tm_wday = value % 7, said->weekday = 1;
        return end;
    case 'w':
        if ((end = parse_number(text, 0, 6, 1, &value)) != NULL)
            tm->tm_wday = value, said->weekday = 1;
        return end;
    case 'g': return parse_number(text, 0, 99, 2, &value);
    case 'V': return parse_number(text, 0, 53, 2, &value);
    case 'G':
        if (!is_digit(*text))
            return NULL;
        while (is_digit(*text))
            text++;
        return text;
    case 'U':
    case 'W':
        if ((end = parse_number(text, 0, 53, 2, &value)) != NULL) {
            said->week = value;
            said->sunday_week |= letter == 'U';
            said->monday_week |= letter == 'W';
        }
        return end;
    case 'y':
        if ((end = parse_number(text, 0, 99, 2, &value)) != NULL) {
            tm->tm_year = value >= 69 ? value : value + 100;
            said->year_of_century = 1;
            said->date = 1;
        }
        return end;
    case 'Y':
        if ((end = parse_number(text, 0, 9999, 4, &value)) != NULL)
            tm->tm_year = value - 1900, said->year_of_century = 0, said->date = 1;
        return end;
    case 'z': return parse_offset(text, &tm->tm_gmtoff);
    case 'Z':
        text = skip_space(text);
        while (*text != 0 && !is_space(*text))
            text++;
        return text;
    default: break;
    }
    const char *several = meaning(letter);
    if (several == NULL)
        return NULL;
    end = parse(text, several, tm, said);
    said->date |= (letter == 'c') | (letter == 'D') | (letter == 'x') | (letter == 'F');
    return end;
}

static _Bool is_one_of(char letter, const char *letters) {
    for (; *letters != 0; letters++)
        if (*letters == letter)
            return 1;
    return 0;
}

static const char *parse(const char *text, const char *format, struct tm *tm, struct said *said) {
    while (text != NULL && *format != 0) {
        if (is_space(*format)) {
            text = skip_space(text);
            format++;
            continue;
        }
        if (*format != '%') {
            text = *text == *format ? text + 1 : NULL;
            format++;
            continue;
        }
        format++;
        while (is_one_of(*format, "-_0^#") || is_digit(*format))
            format++;
        if (*format == 'E' || *format == 'O')
            __secateur_not_modelled("eras and other digits in strptime");
        if (*format == 0)
            return NULL;
        text = convert(text, *format++, tm, said);
    }
    return text;
}

static _Bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Days of the year before a month; 13 for those of all. */
static int days_before(int month, int year) {
    static const short days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    return days[month] + (month > 1 && is_leap(year));
}

static int weekday_of(int year, int month, int day) {
    long y = year - 1l, leaps = (y >= 0 ? y / 4 - y / 100 + y / 400 : (y - 3) / 4 - (y - 99) / 100 + (y - 399) / 400);
    long days = 365 * y + leaps + days_before(month, year) + day;
    /* glibc's year 0 has its leap day too early. */
    days += (year == 0) & (month < 2);
    return (int)((days % 7 + 7) % 7);
}

/* The month and the day of the month that a day of the year is, as far as they were not said. */
static void take_from_day_of_year(struct tm *tm, const struct said *said) {
    int year = 1900 + tm->tm_year, month = 0;
    while (month < 12 && days_before(month, year) <= tm->tm_yday)
        month++;
    if (!said->month)
        tm->tm_mon = month - 1;
    if (!said->day)
        tm->tm_mday = tm->tm_yday - days_before(month - 1, year) + 1;
}

static _Bool has_month(const struct tm *tm, const struct said *said) { return said->month || (unsigned)tm->tm_mon <= 11; }

static void take_from_week(struct tm *tm, const struct said *said) {
    int first = said->sunday_week ? 0 : 1;
    /* As glibc does: of a date that was said in part, too. */
    int start = weekday_of(1900 + tm->tm_year, 0, 1);
    if (!said->day_of_year)
        tm->tm_yday = (7 - (start - first)) % 7 + (said->week - 1) * 7 + (tm->tm_wday - first + 7) % 7;
    if (said->day && said->month)
        return;
    if (tm->tm_yday < 0)
        __secateur_not_modelled("a week before the year begins in strptime");
    if (tm->tm_yday >= 365 + is_leap(1900 + tm->tm_year))
        __secateur_not_modelled("a week behind the end of the year in strptime");
    take_from_day_of_year(tm, said);
}

char *strptime(const char *text, const char *format, struct tm *tm) {
    struct said said = {.century = -1};
    const char *end = parse(text, format, tm, &said);
    if (end == NULL)
        return NULL;
    if (said.hour_of_12 && said.afternoon)
        tm->tm_hour += 12;
    if (said.century != -1)
        tm->tm_year = (said.year_of_century ? tm->tm_year % 100 : 0) + (said.century - 19) * 100;
    if (said.date && !said.weekday) {
        if (!(said.month && said.day) && said.day_of_year) {
            take_from_day_of_year(tm, &said);
            said.month = said.day = 1;
        }
        if (has_month(tm, &said))
            tm->tm_wday = weekday_of(1900 + tm->tm_year, tm->tm_mon, tm->tm_mday);
    }
    if (said.date && !said.day_of_year && has_month(tm, &said))
        tm->tm_yday = days_before(tm->tm_mon, 1900 + tm->tm_year) + tm->tm_mday - 1;
    if ((said.sunday_week || said.monday_week) && said.weekday)
        take_from_week(tm, &said);
    return (char *)end;
}
