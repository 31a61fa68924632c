// Library functions that leave a member as it should be, whatever room they are told there is.
// VERDICT: safe
// OPTIONS: --sym-stdin 7
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
        fgets(r.name, sizeof r.name, stdin);
        break;
    case 1:
        snprintf(r.name, sizeof r, "%d", 1234567);
        snprintf(r.name, sizeof r.name, "%d", 1234567890);
        break;
    case 2:
        // There are only seven bytes.
        if (read(0, r.name, 9) < 0)
            return 1;
        break;
    case 3:
        if (fread(r.name, 2, 5, stdin) == 0)
            return 1;
        break;
    case 4:
        wcscpy(r.wide, L"two");
        break;
    case 5:
        wmemset(r.wide, L'a', 4);
        break;
    case 6:
        strftime(r.name, sizeof r, "%y-%m", &day);
        break;
    case 7:
        strcpy(where, "1234567");
        break;
    case 8:
        memset(where, 0, 8);
        where = (char *)&r;
        memset(where, 0, sizeof r);
        break;
    case 10:
        if (sscanf("1 1234567", "%d %s", &r.kind, r.name) != 2)
            return 1;
        break;
    case 11:
        if (scanf("%7[^\n]", r.name) != 1)
            return 1;
        break;
    case 12:
        // Nothing is stored.
        r.name[0] = 'a', r.name[1] = 'b';
        memset(r.name, 'x', sizeof r.name);
        sscanf("", "%s", r.name);
        break;
    case 9:
        if (fgets(r.name, sizeof r, stdin) == NULL)
            return 0;
        break;
    }
    return r.last;
}
