// A folder may be there before, making one may fail, and a link leads away from where it is: all of it happens natively, too.
// VERDICT: unsafe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void there_before(void) {
    if (mkdir("d", 0755) != 0)
        assert(errno != EEXIST); // BUG: assertion-failure
}

static void refused(void) {
    if (access("e", F_OK) == 0)
        return;
    int made = mkdir("e", 0755);
    assert(made == 0); // BUG: assertion-failure
}

static void linked(void) {
    if (mkdir("f", 0755) != 0 || symlink("x", "f/link") != 0)
        return;
    FILE *file = fopen("f/link", "w");
    if (file == NULL)
        return;
    fclose(file);
    assert(access("f/x", F_OK) != 0); // BUG: assertion-failure
}

static void gone(void) {
    if (mkdir("g", 0755) != 0 || mkdir("g/h", 0755) != 0 || rename("g/h", "g/i") != 0)
        return;
    FILE *file = fopen("g/h/x", "w");
    fputc('x', file); // BUG: null-dereference
    fclose(file);
}

int main(void) {
    switch (getchar()) {
    case '0': there_before(); break;
    case '1': refused(); break;
    case '2': linked(); break;
    case '3': gone(); break;
    }
    return 0;
}
