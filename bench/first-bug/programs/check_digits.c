// Checks the number of a book (ISBN-10 or 13) and names its group.
// INPUT: arguments 1 1 17
// BUG: a valid number whose group digit is 9 has no name in the table of nine.
// SHOWS: main
// CRASH: 978-9-123456-78-9
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const groups[9] = {"English", "English", "French", "German", "Japanese", "Russian", "other", "Chinese", "other"};

int main(int argc, char **argv) {
    int digits[13], n = 0;
    if (argc != 2)
        return 2;
    for (const char *s = argv[1]; *s != 0; s++) {
        if (*s == '-')
            continue;
        if (n == 13)
            return 1;
        if (*s >= '0' && *s <= '9')
            digits[n++] = *s - '0';
        else if (*s == 'X' && n == 9)
            digits[n++] = 10;
        else
            return 1;
    }
    int sum = 0, good;
    if (n == 13) {
        for (int i = 0; i < 13; i++)
            sum += digits[i] * (i % 2 == 0 ? 1 : 3);
        good = sum % 10 == 0 && digits[0] == 9 && digits[1] == 7 && digits[2] >= 8 && digits[2] <= 9;
    } else {
        for (int i = 0; i < n; i++)
            sum += digits[i] * (10 - i);
        good = n == 10 && sum % 11 == 0;
    }
    if (!good) {
        printf("not valid\n");
        return 1;
    }
    int group = digits[n == 13 ? 3 : 0];
#ifdef FIXED
    printf("%s\n", group < 9 ? groups[group] : "other");
#else
    printf("%s\n", groups[group]);
#endif
    return 0;
}
