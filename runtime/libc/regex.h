/* A regular expression as regcomp leaves it: the nodes of a nondeterministic automaton. */
#ifndef SECATEUR_LIBC_REGEX_H
#define SECATEUR_LIBC_REGEX_H

#include <stddef.h>

#include "engine.h"

enum { REG_EXTENDED = 1, REG_ICASE = 2, REG_NEWLINE = 4, REG_NOSUB = 8 };
enum { REG_NOTBOL = 1, REG_NOTEOL = 2, REG_STARTEND = 4 };
enum {
    REG_NOERROR, REG_NOMATCH, REG_BADPAT, REG_ECOLLATE, REG_ECTYPE, REG_EESCAPE, REG_ESUBREG, REG_EBRACK, REG_EPAREN,
    REG_EBRACE, REG_BADBR, REG_ERANGE, REG_ESPACE, REG_BADRPT, REG_EEND, REG_ESIZE, REG_ERPAREN
};

/* What has to hold before and behind a place, a bit each. */
enum {
    LINE_STARTS = 1, LINE_ENDS = 2, TEXT_STARTS = 4, TEXT_ENDS = 8, WORD_BEFORE = 16, NO_WORD_BEFORE = 32, WORD_BEHIND = 64,
    NO_WORD_BEHIND = 128
};

/* Characters, as ranges: a symbolic one is compared, not looked up. */
struct range {
    unsigned char first, last;
};
struct set {
    _Bool negated;
    unsigned count;
    struct range ranges[];
};

enum node_kind { A_CHARACTER, A_SET, A_REFERENCE, AN_ANCHOR, A_GROUP_START, A_GROUP_END, A_FORK, THE_END };

/* The first five lead to `next`. A fork leads to two, and the first of them is preferred. */
struct node {
    enum node_kind kind;
    unsigned char character;
    /* Of a group's end: the group may be left out, so that nothing is no match of it if it had one. */
    _Bool optional;
    /* The group, or what has to hold. */
    unsigned number;
    const struct set *set;
    int next, other;
};

struct automaton {
    /* Freed as one: the nodes and their order lie behind it. */
    int start, count;
    /* Those that are reached without a character come before those they are reached from, but for loops around nothing: these
     * need more than one round. */
    const int *order;
    int rounds;
    int flags;
    unsigned groups;
    _Bool has_references;
    /* Anchors that look at words. */
    _Bool has_words;
    /* A '^' behind a character, or a '$' before one: glibc lets newlines count there in any case, but not everywhere. */
    _Bool has_inner_lines;
    const struct node *nodes;
};

/* As glibc has it. */
struct regex {
    struct automaton *automaton;
    size_t allocated, used;
    unsigned long syntax;
    char *fastmap;
    unsigned char *translate;
    size_t re_nsub;
    unsigned bits;
};

struct regmatch {
    int rm_so, rm_eo;
};

#endif
