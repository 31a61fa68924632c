// A mail server's session: USER, PASS, LIST, DELE n, UNDO, QUIT, each allowed in some states only.
// INPUT: stdin
// BUG: UNDO with nothing to undo follows a null pointer.
// SHOWS: undo
// CRASH: USER x\nPASS y\nUNDO\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum state { START, NAMED, READY };
enum { MESSAGES = 4 };

struct session {
    enum state state;
    char user[12];
    int deleted[MESSAGES];
    int *last; /* what DELE marked last */
    int errors;
};

static void undo(struct session *session) {
#ifdef FIXED
    if (session->last == NULL)
        return;
#endif
    *session->last = 0;
    session->last = NULL;
}

static int command(struct session *session, char *line) {
    char *argument = strchr(line, ' ');
    if (argument != NULL)
        *argument++ = 0;
    if (strcmp(line, "QUIT") == 0)
        return 0;
    if (strcmp(line, "USER") == 0 && session->state == START && argument != NULL) {
        if (strlen(argument) >= sizeof session->user)
            return 0;
        strcpy(session->user, argument);
        session->state = NAMED;
    } else if (strcmp(line, "PASS") == 0 && session->state == NAMED && argument != NULL) {
        session->state = READY;
    } else if (session->state != READY) {
        printf("-ERR not now\n");
        return ++session->errors < 5;
    } else if (strcmp(line, "LIST") == 0) {
        for (int i = 0; i < MESSAGES; i++)
            if (!session->deleted[i])
                printf("%d\n", i + 1);
    } else if (strcmp(line, "DELE") == 0 && argument != NULL) {
        int n = atoi(argument);
        if (n < 1 || n > MESSAGES)
            return ++session->errors < 5;
        session->deleted[n - 1] = 1;
        session->last = &session->deleted[n - 1];
    } else if (strcmp(line, "UNDO") == 0) {
        undo(session);
    } else {
        printf("-ERR unknown\n");
        return ++session->errors < 5;
    }
    printf("+OK\n");
    return 1;
}

int main(void) {
    struct session session;
    char line[32];
    memset(&session, 0, sizeof session);
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = 0;
        if (!command(&session, line))
            break;
    }
    return 0;
}
