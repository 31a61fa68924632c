/* Hands out the inputs of a .ktest file (SECATEUR_REPLAY_TEST), by name and in order.
 *
 * The file was checked before the program was started, so a damaged one only has to be survived here. Inputs are looked
 * up by the name they were recorded under; a test of another tool may use other names, and then the next unused input
 * is taken, whatever it is called.
 */
#include "replay.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct input {
    char *name;
    unsigned char *bytes;
    uint32_t size;
    int used;
};

static struct input *inputs;
static uint32_t input_count;
static int loaded;

static uint32_t number(FILE *file) {
    unsigned char bytes[4] = {0};
    if (fread(bytes, 1, 4, file) != 4)
        return 0;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* A length and that many bytes, with a NUL behind them. */
static unsigned char *block(FILE *file, uint32_t *size) {
    *size = number(file);
    unsigned char *bytes = calloc((size_t)*size + 1, 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size)
        *size = 0;
    return bytes;
}

static void load(void) {
    loaded = 1;
    const char *path = getenv("SECATEUR_REPLAY_TEST");
    FILE *file = path ? fopen(path, "rb") : NULL;
    if (!file)
        return;
    char magic[5];
    if (fread(magic, 1, sizeof magic, file) == sizeof magic) {
        uint32_t version = number(file), arguments = number(file), size;
        for (uint32_t i = 0; i < arguments; i++)
            free(block(file, &size));
        if (version >= 2) {
            number(file);
            number(file);
        }
        uint32_t count = number(file);
        inputs = calloc((size_t)count + 1, sizeof *inputs);
        for (input_count = 0; inputs && input_count < count && !feof(file); input_count++) {
            struct input *next = &inputs[input_count];
            next->name = (char *)block(file, &size);
            next->bytes = block(file, &next->size);
        }
    }
    fclose(file);
}

/* How many inputs of a name were asked for. Programs use few names. */
struct asked {
    char *name;
    unsigned count;
    struct asked *next;
};

static unsigned instance_of(const char *name) {
    static struct asked *names;
    for (struct asked *known = names; known; known = known->next)
        if (strcmp(known->name, name) == 0)
            return ++known->count;
    struct asked *fresh = malloc(sizeof *fresh);
    if (fresh) {
        fresh->name = strdup(name);
        fresh->count = 0;
        fresh->next = names;
        names = fresh;
    }
    return 0;
}

/* Whether an input is given to the process from outside, and is nothing to fall back to. */
static int is_surrounding(const char *name) {
    size_t length = strlen(name);
    return strcmp(name, "stdin") == 0 || strncmp(name, "file:", 5) == 0 || strncmp(name, "exists:", 7) == 0 || strncmp(name, "env:", 4) == 0 ||
           (length == 5 && strncmp(name, "arg", 3) == 0) || strstr(name, " fails") != NULL || (length == 6 && strcmp(name + 1, "-data") == 0);
}

static struct input *unused(const char *name) {
    for (uint32_t i = 0; i < input_count; i++)
        if (!inputs[i].used && inputs[i].name &&
            (name ? strcmp(inputs[i].name, name) == 0 : !is_surrounding(inputs[i].name)))
            return &inputs[i];
    return NULL;
}

/* The next input of this name, if the test has it. */
static struct input *next_named(const char *name) {
    if (!loaded)
        load();
    unsigned instance = instance_of(name);
    size_t room = strlen(name) + 16;
    char *full = malloc(room);
    if (!full)
        secateur_replay_stop("out of memory", 1);
    snprintf(full, room, instance ? "%s_%u" : "%s", name, instance);
    struct input *found = unused(full);
    free(full);
    if (found)
        found->used = 1;
    return found;
}

static struct input *next_input(const char *name) {
    struct input *found = next_named(name && *name ? name : "unnamed");
    if (!found)
        found = unused(NULL);
    if (!found)
        secateur_replay_stop("inputs used up", 0);
    found->used = 1;
    return found;
}

int secateur_replay_failure(const char *operation) {
    char name[64];
    int error = 0;
    snprintf(name, sizeof name, "%s fails", operation);
    struct input *input = next_named(name);
    if (input)
        memcpy(&error, input->bytes, input->size < sizeof error ? input->size : sizeof error);
    return error;
}

int secateur_replay_decision(const char *name) {
    struct input *input = next_named(name);
    return input && input->size > 0 ? input->bytes[0] & 1 : -1;
}

const void *secateur_replay_stream(const char *name, size_t *size) {
    if (!loaded)
        load();
    struct input *found = unused(name);
    if (!found)
        return NULL;
    *size = found->size;
    return found->bytes;
}

void secateur_replay_input(const char *name, void *bytes, size_t size) {
    /* No test has an input without bytes. */
    if (size == 0)
        return;
    /* Before anything else, so that an object that is too small shows even if the test ends here. */
    memset(bytes, 0, size);
    struct input *input = next_input(name);
    memcpy(bytes, input->bytes, input->size < size ? input->size : size);
}

/* Only an address sanitizer knows the objects. */
__attribute__((weak)) const char *__asan_locate_address(void *address, char *name, size_t room, void **start,
                                                        size_t *size);

size_t secateur_replay_object(void **address) {
    char name[1];
    void *start = NULL;
    size_t size = 0;
    if (!__asan_locate_address)
        return 0;
    __asan_locate_address(*address, name, sizeof name, &start, &size);
    if (size)
        *address = start;
    return size;
}

void secateur_replay_whole_input(const char *name, void *inside) {
    struct input *input = next_input(name);
    secateur_replay_object(&inside);
    memcpy(inside, input->bytes, input->size);
}
