// VERDICT: unsafe
// An overflow from one object does not silently reach another.
#include <string.h>
char __VERIFIER_nondet_char(void);
struct Login {
    char name[4];
    int admin;
};

int main(void) {
    struct Login *volatile where;
    struct Login login = {"", 0};
    where = &login;
    char input[6];
    for (int i = 0; i < 5; i++)
        input[i] = __VERIFIER_nondet_char();
    input[5] = 0;
    char *to = where->name;
    for (int i = 0; input[i]; i++)
        to[i] = input[i];
    if (login.admin)
        return *(int *)0; // BUG: null-dereference
    return 0;
}
