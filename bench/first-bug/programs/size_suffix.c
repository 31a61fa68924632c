// Numbers of bytes for people, 1536 as 1.5K, and back: size NUMBER
// INPUT: arguments 1 1 20
// BUG: a rounded-up mantissa goes one place further in the table of suffixes, which ends with T.
// SHOWS: print_size
// CRASH: 1125899906842623
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char suffixes[5] = {'B', 'K', 'M', 'G', 'T'};

static void print_size(unsigned long long bytes) {
    int place = 0;
    unsigned long long unit = 1;
    while (bytes / unit >= 1024) {
        unit *= 1024;
        place++;
    }
    unsigned long long tenths = bytes / unit * 10 + bytes % unit * 10 / unit;
    if (bytes % unit * 20 / unit % 2 == 1)
        tenths++;
    if (tenths >= 10240) {
        tenths = 10;
        place++;
    }
#ifdef FIXED
    if (place > 4) {
        printf("too large\n");
        return;
    }
#endif
    printf("%llu.%llu%c\n", tenths / 10, tenths % 10, suffixes[place]);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    char *end;
    errno = 0;
    unsigned long long bytes = strtoull(argv[1], &end, 10);
    if (end == argv[1] || *end != 0 || errno != 0 || argv[1][0] == '-') {
        fprintf(stderr, "not a number: %s\n", argv[1]);
        return 2;
    }
    if (bytes >> 50 != 0) {
        fprintf(stderr, "too large: %s\n", argv[1]);
        return 2;
    }
    print_size(bytes);
    return 0;
}
