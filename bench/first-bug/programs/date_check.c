// Is a date YYYY-MM-DD, read from standard input, a day of the calendar, and which day of the week is it?
// INPUT: stdin
// BUG: month 00 reads the table of month lengths in front of its start.
// SHOWS: days_in
// CRASH: 1999-00-12\n
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *const names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_in(int year, int month) { return lengths[month - 1] + (month == 2 && leap(year)); }

static int number(const char *s, int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
        if (!isdigit((unsigned char)s[i]))
            return -1;
        value = value * 10 + (s[i] - '0');
    }
    return value;
}

int main(void) {
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    line[strcspn(line, "\n")] = 0;
    if (strlen(line) != 10 || line[4] != '-' || line[7] != '-') {
        printf("YYYY-MM-DD expected\n");
        return 1;
    }
    int year = number(line, 4), month = number(line + 5, 2), day = number(line + 8, 2);
#ifdef FIXED
    if (year < 1583 || month < 1 || month > 12 || day < 1) {
#else
    if (year < 1583 || month < 0 || month > 12 || day < 1) {
#endif
        printf("out of range\n");
        return 1;
    }
    if (day > days_in(year, month)) {
        printf("no such day\n");
        return 1;
    }
    int m = month < 3 ? month + 12 : month, y = month < 3 ? year - 1 : year;
    int weekday = (day + 13 * (m + 1) / 5 + y + y / 4 - y / 100 + y / 400 + 6) % 7;
    printf("%s\n", names[weekday]);
    return 0;
}
