// Adds the roman numerals of one line and writes the sum as one.
// INPUT: stdin
// BUG: a sum of 4000 or more has no thousands digit in the table.
// SHOWS: write_roman
// CRASH: MMMXC MX\n
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    char letter;
    int value;
} letters[7] = {{'I', 1}, {'V', 5}, {'X', 10}, {'L', 50}, {'C', 100}, {'D', 500}, {'M', 1000}};

static const char *const units[] = {"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"};
static const char *const tens[] = {"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"};
static const char *const hundreds[] = {"", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"};
static const char *const thousands[] = {"", "M", "MM", "MMM"};

static int value_of(char c) {
    for (int i = 0; i < 7; i++)
        if (letters[i].letter == toupper((unsigned char)c))
            return letters[i].value;
    return 0;
}

static int read_roman(const char **text) {
    int sum = 0, last = 1000, repeated = 0;
    while (value_of(**text) != 0) {
        int value = value_of(**text);
        repeated = value == last ? repeated + 1 : 1;
        if (repeated > 3 && value != 1000)
            return -1;
        if (value > last)
            sum += value - 2 * last;
        else
            sum += value;
        last = value;
        ++*text;
    }
    return sum > 3999 ? -1 : sum;
}

static void write_roman(int n) {
#ifdef FIXED
    if (n > 3999) {
        printf("too large\n");
        return;
    }
#endif
    printf("%s%s%s%s\n", thousands[n / 1000], hundreds[n / 100 % 10], tens[n / 10 % 10], units[n % 10]);
}

int main(void) {
    char line[40];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    const char *at = line;
    int sum = 0;
    while (*at != 0 && *at != '\n') {
        if (*at == ' ') {
            at++;
            continue;
        }
        int value = read_roman(&at);
        if (value < 1 || sum > 30000) {
            printf("not a roman numeral\n");
            return 1;
        }
        sum += value;
    }
    write_roman(sum);
    return 0;
}
