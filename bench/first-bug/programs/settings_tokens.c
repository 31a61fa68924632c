// Settings of the form "name = value; name = value", parts taken off with strtok.
// INPUT: stdin
// BUG: a list of servers may have one more than there is room for.
// SHOWS: servers
// CRASH: servers = a,b,c,d,e\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERVERS = 4 };

struct settings {
    int count, port, verbose;
    char names[SERVERS][12];
};

static char *trim(char *text) {
    while (*text == ' ' || *text == '\t')
        text++;
    char *end = text + strlen(text);
    while (end > text && (end[-1] == ' ' || end[-1] == '\n' || end[-1] == '\t'))
        *--end = 0;
    return text;
}

static void servers(struct settings *settings, char *list) {
    char *save = NULL;
    settings->count = 0;
    for (char *name = strtok_r(list, ",", &save); name != NULL; name = strtok_r(NULL, ",", &save)) {
#ifdef FIXED
        if (settings->count >= SERVERS)
            return;
#else
        if (settings->count > SERVERS)
            return;
#endif
        char *place = settings->names[settings->count++];
        strncpy(place, trim(name), sizeof settings->names[0] - 1);
    }
}

static void one(struct settings *settings, char *part) {
    char *equals = strchr(part, '=');
    if (equals == NULL)
        return;
    *equals = 0;
    char *name = trim(part), *value = trim(equals + 1);
    if (strcmp(name, "servers") == 0)
        servers(settings, value);
    else if (strcmp(name, "port") == 0)
        settings->port = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "verbose") == 0)
        settings->verbose = strcmp(value, "yes") == 0;
}

int main(void) {
    char line[128];
    struct settings settings;
    memset(&settings, 0, sizeof settings);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *save = NULL;
        for (char *part = strtok_r(line, ";", &save); part != NULL; part = strtok_r(NULL, ";", &save))
            one(&settings, part);
    }
    printf("%d servers, port %d\n", settings.count, settings.port);
    return 0;
}
