// Intel HEX records, as they are sent to a chip: ":LLAAAATT data CC" with a checksum at the end of each line.
// INPUT: stdin
// BUG: the address of a record is compared with the memory's size, its end is not.
// SHOWS: record
// CRASH: :02003F00AABB5A\n
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64, LINE = 80 };

static int digit(char c) { return isdigit((unsigned char)c) ? c - '0' : toupper((unsigned char)c) - 'A' + 10; }

/* The bytes of a line of digits; their number, or -1. */
static int bytes_of(const char *line, unsigned char *to) {
    int n = 0;
    while (isxdigit((unsigned char)line[0])) {
        if (!isxdigit((unsigned char)line[1]))
            return -1;
        to[n++] = (unsigned char)(digit(line[0]) << 4 | digit(line[1]));
        line += 2;
    }
    return n;
}

/* 1 to go on, 0 at the end, -1 for an error. */
static int record(unsigned char *memory, const char *line) {
    unsigned char bytes[LINE / 2];
    if (line[0] != ':')
        return -1;
    int n = bytes_of(line + 1, bytes);
    if (n < 5 || bytes[0] != n - 5)
        return -1;
    unsigned char sum = 0;
    for (int i = 0; i < n; i++)
        sum = (unsigned char)(sum + bytes[i]);
    if (sum != 0)
        return -1;
    unsigned address = (unsigned)bytes[1] << 8 | bytes[2];
    switch (bytes[3]) {
    case 0:
#ifdef FIXED
        if (address + bytes[0] > MEMORY)
            return -1;
#else
        if (address >= MEMORY)
            return -1;
#endif
        memcpy(memory + address, bytes + 4, bytes[0]);
        return 1;
    case 1: return 0;
    default: return -1;
    }
}

int main(void) {
    char line[LINE];
    unsigned char *memory = calloc(MEMORY, 1);
    if (memory == NULL)
        return 1;
    int status = 1;
    while (status == 1 && fgets(line, sizeof line, stdin) != NULL)
        status = record(memory, line);
    printf(status == 0 ? "loaded\n" : "not loaded\n");
    free(memory);
    return status != 0;
}
