// What a program asks about its surroundings: translations, locales, users, the machine.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fnmatch.h>
#include <libgen.h>
#include <libintl.h>
#include <locale.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static int raised;
static void note(int number) { raised = number; }

int main(void) {
    assert(strcmp(setlocale(LC_ALL, ""), "C") == 0 && setlocale(LC_ALL, "xx_YY") == NULL);
    assert(strcmp(textdomain("here"), "here") == 0 && strcmp(bindtextdomain("here", "/there"), "/there") == 0);
    const char *message = "a message";
    assert(gettext(message) == message && strcmp(ngettext("one", "many", 2), "many") == 0);
    assert(strcmp(localeconv()->decimal_point, ".") == 0 && MB_CUR_MAX == 1);
    struct passwd *root = getpwuid(0);
    assert(root == NULL || (strcmp(root->pw_name, "root") == 0 && getpwnam("root")->pw_uid == 0));
    struct utsname machine;
    assert(uname(&machine) == 0 && strlen(machine.sysname) > 0);
    assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(-5) == -1 && errno == EINVAL);
    assert(__freadable(stdin) && !__fwriting(stdin) && __fwriting(stdout) && __fpending(stderr) == 0);
    assert(fnmatch("*.[ch]", "a.c", 0) == 0 && fnmatch("*", ".a", FNM_PERIOD) == FNM_NOMATCH);
    char path[] = "/usr/lib/";
    assert(strcmp(basename(path), "lib") == 0);
    signal(SIGUSR1, note);
    assert(raise(SIGUSR1) == 0 && raised == SIGUSR1);
    return 0;
}
