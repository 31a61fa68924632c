/* regexec: the leftmost match, of these the longest, and of its ways through the automaton the one that glibc takes for groups.
 *
 * For each place of the text and each node there is how far a match from there can reach: one number that is computed from the places
 * behind it with selects, so that text that is symbolic forks only for where the match begins and ends and which way it takes. With
 * back references ways are tried one by one, and forks are made for characters. */
#include "regex.h"

void free(void *block);
size_t strlen(const char *s);

enum { NOWHERE = -1, MOST_STEPS = 200000 };

struct search {
    const struct automaton *automaton;
    const char *text;
    int length, flags;
    /* reach[place * nodes + node]: the largest end, twice, and 1 more if it is reached without an anchor behind the last character:
     * glibc prefers that. */
    int *reach;
};

static int end_of(int reach) { return reach >> 1; }

static unsigned char at(const struct search *s, int place) {
    unsigned char c = (unsigned char)s->text[place];
    return (s->automaton->flags & REG_ICASE) && (unsigned)c - 'a' < 26 ? (unsigned char)(c - 32) : c;
}

static _Bool is_word(unsigned char c) {
    return ((unsigned)c - '0' < 10) | (((unsigned)c | 32) - 'a' < 26) | (c == '_');
}

/* What holds of a place, as the bits of an anchor. */
static unsigned holds(const struct search *s, int place) {
    _Bool lines = s->automaton->flags & REG_NEWLINE;
    unsigned what = 0;
    if (place == 0) {
        what |= TEXT_STARTS | NO_WORD_BEFORE | (s->flags & REG_NOTBOL ? 0 : LINE_STARTS);
    } else {
        unsigned char c = (unsigned char)s->text[place - 1];
        what |= is_word(c) ? WORD_BEFORE : NO_WORD_BEFORE;
        what |= lines && c == '\n' ? LINE_STARTS : 0;
    }
    if (place == s->length) {
        what |= TEXT_ENDS | NO_WORD_BEHIND | (s->flags & REG_NOTEOL ? 0 : LINE_ENDS);
    } else {
        unsigned char c = (unsigned char)s->text[place];
        what |= is_word(c) ? WORD_BEHIND : NO_WORD_BEHIND;
        what |= lines && c == '\n' ? LINE_ENDS : 0;
    }
    return what;
}

static _Bool is_in(const struct set *set, unsigned char c) {
    _Bool in = 0;
    for (unsigned i = 0; i < set->count; i++)
        in |= (c >= set->ranges[i].first) & (c <= set->ranges[i].last);
    return in != set->negated;
}

static _Bool accepts(const struct node *node, unsigned char c) {
    return node->kind == A_SET ? is_in(node->set, c) : c == node->character;
}

static int larger(int a, int b) { return a > b ? a : b; }

static int behind_anchor(int reach, int place) { return end_of(reach) == place ? reach & ~1 : reach; }

/* The numbers of one place, from those of the next. */
static void fill(const struct search *s, int place) {
    const struct automaton *automaton = s->automaton;
    int *here = s->reach + (size_t)place * (size_t)automaton->count, *next = here + automaton->count;
    unsigned what = holds(s, place);
    unsigned char c = place < s->length ? at(s, place) : 0;
    for (int i = 0; i < automaton->count; i++)
        here[i] = NOWHERE;
    for (int round = 0; round < automaton->rounds; round++)
        for (int i = 0; i < automaton->count; i++) {
            int index = automaton->order[i];
            const struct node *node = &automaton->nodes[index];
            switch (node->kind) {
            case A_CHARACTER:
            case A_SET:
                if (place < s->length)
                    here[index] = accepts(node, c) ? next[node->next] : NOWHERE;
                break;
            case AN_ANCHOR:
                here[index] = (what & node->number) == node->number ? behind_anchor(here[node->next], place) : NOWHERE;
                break;
            case A_GROUP_START:
            case A_GROUP_END:
                here[index] = here[node->next];
                break;
            case A_FORK:
                here[index] = node->other < 0 ? here[node->next] : larger(here[node->next], here[node->other]);
                break;
            case THE_END:
                here[index] = 2 * place + 1;
                break;
            case A_REFERENCE:
                break;
            }
        }
}

/* The end that is looked for. */
struct wanted {
    int reach;
    _Bool by_any;
};

struct way {
    struct regmatch *groups, *before;
    unsigned count;
};

static void copy(struct regmatch *to, const struct regmatch *from, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        to[i] = from[i];
}

/* A group begins or ends here. */
static void note(const struct node *node, int place, struct way way) {
    if ((node->kind != A_GROUP_START && node->kind != A_GROUP_END) || node->number >= way.count)
        return;
    struct regmatch *group = &way.groups[node->number];
    if (node->kind == A_GROUP_START) {
        *group = (struct regmatch){place, NOWHERE};
    } else if (group->rm_so < place) {
        group->rm_eo = place;
        copy(way.before, way.groups, way.count);
    } else if (node->optional && way.before[node->number].rm_so != NOWHERE) {
        /* Nothing, once more: what the group had before stays, and what its inner groups had. */
        copy(way.groups, way.before, way.count);
    } else {
        group->rm_eo = place;
    }
}

/* Behind the anchor that the wanted end is reached by both kinds of ends are one. */
static _Bool leads(int reach, struct wanted wanted) {
    return wanted.by_any ? end_of(reach) == end_of(wanted.reach) : reach == wanted.reach;
}

/* The way of a match that is known to be there. */
static void follow(const struct search *s, int place, struct wanted wanted, struct way way) {
    const struct automaton *automaton = s->automaton;
    _Bool passed[automaton->count];
    __builtin_memset(passed, 0, sizeof passed);
    int index = automaton->start;
    for (;;) {
        const struct node *node = &automaton->nodes[index];
        const int *here = s->reach + (size_t)place * (size_t)automaton->count;
        note(node, place, way);
        switch (node->kind) {
        case THE_END:
            return;
        case A_FORK: {
            passed[index] = 1;
            _Bool first = leads(here[node->next], wanted);
            if (node->other < 0)
                index = node->next;
            else if (!first)
                index = node->other;
            else
                index = passed[node->next] && leads(here[node->other], wanted) ? node->other : node->next;
            break;
        }
        case AN_ANCHOR:
            wanted.by_any |= place == end_of(wanted.reach);
            /* fall through */
        case A_GROUP_START:
        case A_GROUP_END:
            passed[index] = 1;
            index = node->next;
            break;
        case A_CHARACTER:
        case A_SET:
        case A_REFERENCE:
            __builtin_memset(passed, 0, sizeof passed);
            place++;
            index = node->next;
            break;
        }
    }
}

/* With back references: all ways, the preferred first. */
struct trial {
    const struct search *search;
    /* The end that is looked for; NOWHERE for the largest, and then all ways are tried. */
    int wanted, largest;
    unsigned steps;
    unsigned groups;
    struct regmatch *result;
};

static _Bool try(struct trial *t, int index, int place, const struct regmatch *groups, const struct regmatch *before,
                 const _Bool *passed) {
    const struct search *s = t->search;
    const struct automaton *automaton = s->automaton;
    struct regmatch own[t->groups], own_before[t->groups];
    _Bool own_passed[automaton->count];
    copy(own, groups, t->groups);
    copy(own_before, before, t->groups);
    __builtin_memcpy(own_passed, passed, sizeof own_passed);
    struct way way = {own, own_before, t->groups};
    for (;;) {
        const struct node *node = &automaton->nodes[index];
        if (t->steps++ > MOST_STEPS)
            __secateur_not_modelled("back references that take very many ways");
        /* Around a loop without a character. */
        if (own_passed[index])
            return 0;
        note(node, place, way);
        switch (node->kind) {
        case THE_END:
            t->largest = larger(t->largest, place);
            if (place != t->wanted)
                return 0;
            copy(t->result, own, t->groups);
            return 1;
        case A_FORK:
            own_passed[index] = 1;
            if (node->other >= 0 && try(t, node->next, place, own, own_before, own_passed))
                return 1;
            index = node->other >= 0 ? node->other : node->next;
            break;
        case AN_ANCHOR:
            if ((holds(s, place) & node->number) != node->number)
                return 0;
            /* fall through */
        case A_GROUP_START:
        case A_GROUP_END:
            own_passed[index] = 1;
            index = node->next;
            break;
        case A_REFERENCE: {
            struct regmatch group = own[node->number];
            if (group.rm_so < 0 || group.rm_eo < 0 || group.rm_eo - group.rm_so > s->length - place)
                return 0;
            for (int i = group.rm_so; i < group.rm_eo; i++)
                if (at(s, i) != at(s, place + i - group.rm_so))
                    return 0;
            /* glibc has its own ways with these. */
            if (group.rm_eo == group.rm_so)
                __secateur_not_modelled("a back reference to nothing");
            __builtin_memset(own_passed, 0, sizeof own_passed);
            place += group.rm_eo - group.rm_so;
            index = node->next;
            break;
        }
        case A_CHARACTER:
        case A_SET:
            if (place >= s->length || !accepts(node, at(s, place)))
                return 0;
            __builtin_memset(own_passed, 0, sizeof own_passed);
            place++;
            index = node->next;
            break;
        }
    }
}

static _Bool try_from(const struct search *s, int start, struct regmatch *groups, unsigned count) {
    struct regmatch none[count];
    _Bool passed[s->automaton->count];
    for (unsigned i = 0; i < count; i++)
        none[i] = (struct regmatch){NOWHERE, NOWHERE};
    __builtin_memset(passed, 0, sizeof passed);
    struct trial t = {.search = s, .wanted = NOWHERE, .largest = NOWHERE, .groups = count, .result = groups};
    try(&t, s->automaton->start, start, none, none, passed);
    if (t.largest == NOWHERE)
        return 0;
    t.wanted = t.largest;
    t.steps = 0;
    try(&t, s->automaton->start, start, none, none, passed);
    groups[0] = (struct regmatch){start, t.largest};
    return 1;
}

static _Bool search_with_references(const struct search *s, int start, struct regmatch *groups, unsigned count) {
    for (int from = start; from <= s->length; from++)
        if (try_from(s, from, groups, count))
            return 1;
    return 0;
}

/* Where the match begins and ends, and its groups; without any only whether there is one. */
static _Bool search(struct search *s, int start, struct regmatch *groups, unsigned count) {
    const struct automaton *automaton = s->automaton;
    size_t width = (size_t)automaton->count;
    s->reach = __secateur_allocate((size_t)(s->length + 1) * width * sizeof *s->reach);
    _Bool any = 0;
    for (int place = s->length; place >= start; place--) {
        fill(s, place);
        any |= s->reach[(size_t)place * width + (size_t)automaton->start] >= 0;
    }
    _Bool found = any;
    if (count > 0 && found) {
        int from = start;
        while (s->reach[(size_t)from * width + (size_t)automaton->start] < 0)
            from++;
        int reach = 2 * s->length + 1;
        while (s->reach[(size_t)from * width + (size_t)automaton->start] != reach)
            reach--;
        groups[0] = (struct regmatch){from, end_of(reach)};
        if (count > 1) {
            struct regmatch before[count];
            for (unsigned i = 1; i < count; i++)
                groups[i] = (struct regmatch){NOWHERE, NOWHERE};
            copy(before, groups, count);
            follow(s, from, (struct wanted){reach, 0}, (struct way){groups, before, count});
        }
    }
    free(s->reach);
    return found;
}

int regexec(const struct regex *regex, const char *text, size_t count, struct regmatch *matches, int flags) {
    const struct automaton *automaton = regex->automaton;
    if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND))
        return REG_BADPAT;
    int start = flags & REG_STARTEND ? matches[0].rm_so : 0;
    struct search s = {.automaton = automaton, .text = text, .flags = flags,
                       .length = flags & REG_STARTEND ? matches[0].rm_eo : (int)strlen(text)};
    if (automaton->flags & REG_NOSUB)
        count = 0;
    if (start < 0 || start > s.length)
        return REG_NOMATCH;
    /* glibc's answers are not always those of the same text without them. */
    if (flags != 0 && automaton->has_words)
        __secateur_not_modelled("words of a regular expression with REG_NOTBOL, REG_NOTEOL or REG_STARTEND");
    _Bool newline = 0;
    for (int i = start; automaton->has_inner_lines && i < s.length; i++)
        newline |= text[i] == '\n';
    if (newline)
        __secateur_not_modelled("lines within a match of a regular expression without REG_NEWLINE");
    unsigned all = automaton->groups + 1, wanted = count < all ? (unsigned)count : all;
    struct regmatch groups[all];
    _Bool found = automaton->has_references ? search_with_references(&s, start, groups, all) : search(&s, start, groups, wanted);
    if (!found)
        return REG_NOMATCH;
    for (size_t i = 0; i < count; i++)
        matches[i] = i < all ? groups[i] : (struct regmatch){NOWHERE, NOWHERE};
    return REG_NOERROR;
}
