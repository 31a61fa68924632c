// VERDICT: safe
// Models of library functions wrap, shift and read ahead as they like: no check of values is made inside them.
// OPTIONS: --checks all
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
char __VERIFIER_nondet_char(void);
static volatile int sink;

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void text(void) {
    char line[8], copy[16];
    line[0] = __VERIFIER_nondet_char();
    line[1] = __VERIFIER_nondet_char();
    line[2] = '\0';
    sink = atoi(line) == 5;
    sink = strtol(line, NULL, 0) == 7;
    sink = strtoul(line, NULL, 16) > 100;
    sink = strlen(line) > 1 && strchr(line, 'q') != NULL;
    sink = strcspn(line, "\n") + strspn(line, "ab") > 2;
    sink = strcasecmp(line, "ab") == 0 || strncmp(line, "wor", 3) < 0;
    sink = isalpha((unsigned char)line[0]) || toupper((unsigned char)line[1]) == 'Z';
    strcpy(copy, line);
    strcat(copy, " end of line");
    for (char *t = strtok(copy, " "); t; t = strtok(NULL, " "))
        sink = t[0] == 'e';
    if (strstr(line, "no"))
        sink = 1;
}

static void numbers(void) {
    int a[] = {3, -1, 2, 1}, key = 2, seconds, minutes;
    qsort(a, 4, sizeof a[0], by_value);
    sink = bsearch(&key, a, 4, sizeof a[0], by_value) != NULL;
    if (sscanf("12:34", "%d:%d", &minutes, &seconds) == 2 && minutes > 3)
        sink = seconds;
    time_t then = 86400;
    struct tm *day = gmtime(&then);
    if (day)
        sink = day->tm_mon == 3;
    srand(3);
    sink = rand() % 6;
    sink = abs(key) + (int)labs(-3);
}

static void arguments(void) {
    char *words[] = {(char[]){"program"}, (char[]){"-a"}, (char[]){"-b7"}, NULL};
    for (int option; (option = getopt(3, words, "ab:")) != -1;)
        if (option == 'b')
            sink = atoi(optarg);
}

static void copies(void) {
    char *copy = strdup("text"), out[32];
    if (!copy)
        return;
    if (snprintf(out, sizeof out, "%s-%d", copy, 7) > 3 && memcmp(out, "text", 4) == 0)
        sink = memchr(out, '-', 6) != NULL;
    free(copy);
}

int main(void) {
    text();
    numbers();
    arguments();
    copies();
    return 0;
}
