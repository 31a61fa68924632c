// Library functions that are told how much there is room for, and told too much for the member they fill.
// VERDICT: unsafe
// OPTIONS: --sym-stdin 10
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int __VERIFIER_nondet_int(void);

struct record {
    int kind;
    char name[8];
    wchar_t wide[4];
    int last;
};

int main(void) {
    struct record r = {0};
    struct tm day = {.tm_year = 100, .tm_mday = 1};
    char *where = r.name;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        fgets(r.name, sizeof r, stdin); // BUG: index-out-of-range
        break;
    case 1:
        snprintf(r.name, sizeof r, "%d", 12345678); // BUG: index-out-of-range
        break;
    case 2:
        if (read(0, r.name, 9) < 0) // BUG: index-out-of-range
            return 1;
        break;
    case 3:
        if (fread(r.name, 2, 5, stdin) == 0) // BUG: index-out-of-range
            return 1;
        break;
    case 4:
        wcscpy(r.wide, L"four"); // BUG: index-out-of-range
        break;
    case 5:
        wmemset(r.wide, L'a', 5); // BUG: index-out-of-range
        break;
    case 6:
        strftime(r.name, sizeof r, "%Y-%m-%d", &day); // BUG: index-out-of-range
        break;
    case 7:
        strcpy(where, "12345678"); // BUG: index-out-of-range
        break;
    case 9:
        if (sscanf("1 12345678", "%d %s", &r.kind, r.name) != 2) // BUG: index-out-of-range
            return 1;
        break;
    case 10:
        if (scanf("%9[^\n]", r.name) != 1) // BUG: index-out-of-range
            return 1;
        break;
    case 8:
        memset(where, 0, 9); // BUG: index-out-of-range
        break;
    }
    return r.last;
}
