// A queue of jobs with a tail pointer: add P, cancel P (the first job of that priority), run.
// INPUT: stdin
// BUG: cancelling the last job leaves the tail pointer at the freed one; the next add writes there.
// SHOWS: add
// CRASH: add 1\nadd 5\ncancel 5\nadd 2\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    int priority;
    struct job *next;
};

struct queue {
    struct job *head, *tail;
    int length;
};

static void add(struct queue *queue, int priority) {
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
        exit(1);
    job->priority = priority;
    job->next = NULL;
    if (queue->head == NULL)
        queue->head = job;
    else
        queue->tail->next = job;
    queue->tail = job;
    queue->length++;
}

static void cancel(struct queue *queue, int priority) {
    struct job *before = NULL;
    for (struct job *job = queue->head; job != NULL; before = job, job = job->next) {
        if (job->priority != priority)
            continue;
        if (before == NULL)
            queue->head = job->next;
        else
            before->next = job->next;
#ifdef FIXED
        if (queue->tail == job)
            queue->tail = before;
#endif
        free(job);
        queue->length--;
        return;
    }
}

static void run(struct queue *queue) {
    struct job *job = queue->head;
    if (job == NULL)
        return;
    printf("running %d\n", job->priority);
    queue->head = job->next;
    queue->length--;
    free(job);
}

int main(void) {
    struct queue queue = {NULL, NULL, 0};
    char line[24];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "add ", 4) == 0)
            add(&queue, line[4] - '0');
        else if (strncmp(line, "cancel ", 7) == 0)
            cancel(&queue, line[7] - '0');
        else if (strcmp(line, "run\n") == 0)
            run(&queue);
        else
            printf("add, cancel or run\n");
    }
    while (queue.head != NULL)
        run(&queue);
    return 0;
}
