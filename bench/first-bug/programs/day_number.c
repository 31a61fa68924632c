// The number of days between two dates YYYYMMDD: days FROM TO
// INPUT: arguments 2 2 8
// BUG: years divisible by 100 count as leap years for the day of the year, but not for the days of the year.
// SHOWS: day_of_year
// CRASH: 20010101\019001231
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct date {
    int year, month, day;
};

static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_in(int year) { return leap(year) ? 366 : 365; }

static int day_of_year(struct date date) {
    int day = before[date.month - 1] + date.day;
#ifdef FIXED
    if (date.month > 2 && leap(date.year))
#else
    if (date.month > 2 && date.year % 4 == 0)
#endif
        day++;
    assert(day >= 1 && day <= days_in(date.year));
    return day;
}

static struct date parse(const char *text) {
    for (int i = 0; i < 8; i++) {
        if (!isdigit((unsigned char)text[i])) {
            fprintf(stderr, "YYYYMMDD expected\n");
            exit(2);
        }
    }
    int number = atoi(text);
    struct date date = {number / 10000, number / 100 % 100, number % 100};
    if (text[8] != 0 || date.year < 1600 || date.month < 1 || date.month > 12 || date.day < 1) {
        fprintf(stderr, "not a date: %s\n", text);
        exit(2);
    }
    int month_end = date.month == 12 ? 365 : before[date.month];
    int length = month_end - before[date.month - 1] + (date.month == 2 && leap(date.year));
    if (date.day > length) {
        fprintf(stderr, "no such day: %s\n", text);
        exit(2);
    }
    return date;
}

static long days_since_1600(struct date date) {
    long y = date.year - 1600;
    long days = y * 365 + (y + 3) / 4 - (y + 99) / 100 + (y + 399) / 400;
    return days + day_of_year(date) - 1;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    struct date from = parse(argv[1]), to = parse(argv[2]);
    printf("%ld\n", days_since_1600(to) - days_since_1600(from));
    return 0;
}
