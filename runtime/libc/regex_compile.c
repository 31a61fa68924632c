/* regcomp: basic and extended expressions as glibc reads them, in the C locale.
 *
 * Parsing decides on every character of the pattern that may mean something, so a symbolic pattern forks there; characters that stand
 * for themselves may stay symbolic. */
#include "regex.h"

void free(void *block);
void *malloc(size_t size);

enum { MOST_REPETITIONS = 32767, MOST_NODES = 1 << 14, CLASS_NAME = 32 };

enum token_kind {
    CHARACTER, ALTERNATIVE, REFERENCE, ANCHOR, OPEN, CLOSE, STAR, PLUS, QUESTION, OPEN_INTERVAL, CLOSE_INTERVAL, OPEN_SET, PERIOD,
    WORD, NO_WORD, SPACE, NO_SPACE, BACKSLASH, END_OF_PATTERN
};

struct token {
    enum token_kind kind;
    unsigned char character;
    unsigned number;
    size_t length;
};

enum tree_kind { T_LEAF, T_SEQUENCE, T_FORK, T_LOOP, T_GROUP };

struct tree {
    enum tree_kind kind;
    struct node node;
    struct tree *left, *right;
    /* Which node of the automaton begins what this is, and the tree that follows. */
    int index;
    struct tree *behind;
    /* All that were made, to be freed. */
    struct tree *made_before;
};

struct parser {
    const char *pattern;
    size_t at, length;
    int flags, error;
    struct token token;
    unsigned groups, complete;
    _Bool has_references;
    struct tree *made;
    unsigned made_count;
    struct set *sets;
};

static _Bool extended(const struct parser *p) { return p->flags & REG_EXTENDED; }

static unsigned char folded(const struct parser *p, unsigned char c) {
    return (p->flags & REG_ICASE) && (unsigned)c - 'a' < 26 ? (unsigned char)(c - 32) : c;
}

static unsigned char raw(const struct parser *p, size_t at) { return (unsigned char)p->pattern[at]; }
static unsigned char shown(const struct parser *p, size_t at) { return folded(p, raw(p, at)); }

static struct token special(enum token_kind kind, unsigned char c, unsigned number, size_t length) {
    return (struct token){kind, c, number, length};
}

static struct token escaped_token(const struct parser *p) {
    if (p->at + 1 >= p->length)
        return special(BACKSLASH, '\\', 0, 1);
    unsigned char c = raw(p, p->at + 1);
    enum token_kind kind = CHARACTER;
    unsigned number = 0;
    switch (c) {
    case '|': kind = extended(p) ? CHARACTER : ALTERNATIVE; break;
    case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
        kind = REFERENCE;
        number = (unsigned)c - '0';
        break;
    case '<': kind = ANCHOR, number = NO_WORD_BEFORE | WORD_BEHIND; break;
    case '>': kind = ANCHOR, number = WORD_BEFORE | NO_WORD_BEHIND; break;
    /* Both sides of these two are made by the parser: a word begins or ends, or neither. */
    case 'b': kind = ANCHOR, number = WORD_BEFORE | NO_WORD_BEFORE; break;
    case 'B': kind = ANCHOR, number = WORD_BEHIND | NO_WORD_BEHIND; break;
    case '`': kind = ANCHOR, number = TEXT_STARTS; break;
    case '\'': kind = ANCHOR, number = TEXT_ENDS; break;
    case 'w': kind = WORD; break;
    case 'W': kind = NO_WORD; break;
    case 's': kind = SPACE; break;
    case 'S': kind = NO_SPACE; break;
    case '(': kind = extended(p) ? CHARACTER : OPEN; break;
    case ')': kind = extended(p) ? CHARACTER : CLOSE; break;
    case '+': kind = extended(p) ? CHARACTER : PLUS; break;
    case '?': kind = extended(p) ? CHARACTER : QUESTION; break;
    case '{': kind = extended(p) ? CHARACTER : OPEN_INTERVAL; break;
    case '}': kind = extended(p) ? CHARACTER : CLOSE_INTERVAL; break;
    default: break;
    }
    return special(kind, c, number, 2);
}

/* `starts`: a '^' is an anchor here in any case. */
static struct token peek(struct parser *p, _Bool starts) {
    if (p->at >= p->length)
        return special(END_OF_PATTERN, 0, 0, 0);
    unsigned char c = shown(p, p->at);
    enum token_kind kind = CHARACTER;
    unsigned number = 0;
    switch (c) {
    case '\\': return escaped_token(p);
    case '|': kind = extended(p) ? ALTERNATIVE : CHARACTER; break;
    case '*': kind = STAR; break;
    case '+': kind = extended(p) ? PLUS : CHARACTER; break;
    case '?': kind = extended(p) ? QUESTION : CHARACTER; break;
    case '{': kind = extended(p) ? OPEN_INTERVAL : CHARACTER; break;
    case '}': kind = extended(p) ? CLOSE_INTERVAL : CHARACTER; break;
    case '(': kind = extended(p) ? OPEN : CHARACTER; break;
    case ')': kind = extended(p) ? CLOSE : CHARACTER; break;
    case '[': kind = OPEN_SET; break;
    case '.': kind = PERIOD; break;
    case '^':
        if (extended(p) || starts || p->at == 0)
            kind = ANCHOR, number = LINE_STARTS;
        break;
    case '$': {
        _Bool ends = extended(p) || p->at + 1 == p->length;
        if (!ends) {
            p->at++;
            enum token_kind next = peek(p, 0).kind;
            p->at--;
            ends = next == ALTERNATIVE || next == CLOSE;
        }
        if (ends)
            kind = ANCHOR, number = LINE_ENDS;
        break;
    }
    default: break;
    }
    return special(kind, c, number, 1);
}

static void fetch(struct parser *p, _Bool starts) {
    p->token = peek(p, starts);
    p->at += p->token.length;
}

static struct tree *made(struct parser *p, struct tree tree) {
    if (p->made_count++ > MOST_NODES)
        __secateur_not_modelled("a regular expression with very many parts");
    struct tree *fresh = __secateur_allocate(sizeof *fresh);
    tree.made_before = p->made;
    *fresh = tree;
    return p->made = fresh;
}

static struct tree *leaf(struct parser *p, struct node node) { return made(p, (struct tree){.kind = T_LEAF, .node = node}); }

static struct tree *joined(struct parser *p, enum tree_kind kind, struct tree *left, struct tree *right) {
    return made(p, (struct tree){.kind = kind, .left = left, .right = right});
}

static struct tree *sequence(struct parser *p, struct tree *left, struct tree *right) {
    return left == NULL ? right : right == NULL ? left : joined(p, T_SEQUENCE, left, right);
}

static struct tree *copy(struct parser *p, const struct tree *tree) {
    if (tree == NULL)
        return NULL;
    struct tree fresh = *tree;
    fresh.left = copy(p, tree->left);
    fresh.right = copy(p, tree->right);
    return made(p, fresh);
}

static struct tree *failed(struct parser *p, int error) {
    p->error = error;
    return NULL;
}

/* Sets. A set is built in ranges, at most two for each character of the pattern and a few for each class. */
static void add(struct set *set, unsigned first, unsigned last) {
    set->ranges[set->count++] = (struct range){(unsigned char)first, (unsigned char)last};
}

static struct set *new_set(struct parser *p) {
    struct set *set = __secateur_allocate(sizeof *set + (8 * (p->length + 1) + 8) * sizeof *set->ranges);
    *set = (struct set){0, 0};
    return set;
}

static struct tree *set_leaf(struct parser *p, const struct set *set) { return leaf(p, (struct node){.kind = A_SET, .set = set}); }

static _Bool same_word(const char *text, const char *word, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (word[i] == 0 || text[i] != word[i])
            return 0;
    return word[n] == 0;
}

static _Bool add_class(struct parser *p, struct set *set, const char *name, size_t n) {
    static const struct class {
        const char *name, *ranges;
    } classes[] = {
        {"alnum", "09AZaz"}, {"alpha", "AZaz"}, {"blank", "\t\t  "}, {"cntrl", "\1\037\177\177"}, {"digit", "09"}, {"graph", "!~"},
        {"lower", "az"},     {"print", " ~"},   {"punct", "!/:@[`{~"}, {"space", "\t\r  "},       {"upper", "AZ"}, {"xdigit", "09AFaf"}};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (!same_word(name, classes[i].name, n))
            continue;
        const char *ranges = classes[i].ranges;
        if ((p->flags & REG_ICASE) && (i == 6 || i == 10))
            ranges = "AZaz";
        for (; *ranges != 0; ranges += 2)
            add(set, (unsigned char)ranges[0], (unsigned char)ranges[1]);
        if (i == 3)
            add(set, 0, 0);
        return 1;
    }
    return 0;
}

enum element_kind { ONE, NAMED, EQUIVALENT, CLASS };
struct element {
    enum element_kind kind;
    unsigned char character;
    char name[CLASS_NAME + 1];
    size_t length;
};

enum set_token { S_CHARACTER, S_NAMED, S_EQUIVALENT, S_CLASS, S_RANGE, S_CLOSE, S_NOT, S_END };
struct set_token_at {
    enum set_token kind;
    unsigned char character;
    size_t length;
};

static struct set_token_at peek_in_set(struct parser *p) {
    if (p->at >= p->length)
        return (struct set_token_at){S_END, 0, 0};
    unsigned char c = shown(p, p->at);
    if (c == '[') {
        unsigned char second = p->at + 1 < p->length ? shown(p, p->at + 1) : 0;
        switch (second) {
        case '.': return (struct set_token_at){S_NAMED, second, 2};
        case '=': return (struct set_token_at){S_EQUIVALENT, second, 2};
        case ':': return (struct set_token_at){S_CLASS, second, 2};
        default: return (struct set_token_at){S_CHARACTER, c, 1};
        }
    }
    switch (c) {
    case '-': return (struct set_token_at){S_RANGE, c, 1};
    case ']': return (struct set_token_at){S_CLOSE, c, 1};
    case '^': return (struct set_token_at){S_NOT, c, 1};
    default: return (struct set_token_at){S_CHARACTER, c, 1};
    }
}

/* What stands between "[:" and ":]". */
static int parse_name(struct parser *p, struct element *element, struct set_token_at token) {
    if (p->at >= p->length)
        return REG_EBRACK;
    for (size_t i = 0;; i++) {
        if (i >= CLASS_NAME)
            return REG_EBRACK;
        unsigned char c = token.kind == S_CLASS ? raw(p, p->at) : shown(p, p->at);
        p->at++;
        if (p->at >= p->length)
            return REG_EBRACK;
        if (c == token.character && shown(p, p->at) == ']') {
            element->length = i;
            break;
        }
        element->name[i] = (char)c;
    }
    p->at++;
    element->kind = token.kind == S_NAMED ? NAMED : token.kind == S_CLASS ? CLASS : EQUIVALENT;
    element->character = (unsigned char)element->name[0];
    return 0;
}

static int parse_element(struct parser *p, struct element *element, struct set_token_at token, _Bool takes_hyphen) {
    p->at += token.length;
    if (token.kind == S_NAMED || token.kind == S_EQUIVALENT || token.kind == S_CLASS)
        return parse_name(p, element, token);
    if (token.kind == S_RANGE && !takes_hyphen && peek_in_set(p).kind != S_CLOSE)
        return REG_ERANGE;
    element->kind = ONE;
    element->character = token.character;
    return 0;
}

static int add_range(struct set *set, const struct element *first, const struct element *last) {
    if (first->kind == EQUIVALENT || first->kind == CLASS || last->kind == EQUIVALENT || last->kind == CLASS)
        return REG_ERANGE;
    if ((first->kind == NAMED && first->length != 1) || (last->kind == NAMED && last->length != 1))
        return REG_ECOLLATE;
    if (first->character > last->character)
        return REG_ERANGE;
    add(set, first->character, last->character);
    return 0;
}

static int add_element(struct parser *p, struct set *set, const struct element *element) {
    switch (element->kind) {
    case CLASS:
        return add_class(p, set, element->name, element->length) ? 0 : REG_ECTYPE;
    case NAMED:
    case EQUIVALENT:
        if (element->length != 1)
            return REG_ECOLLATE;
        /* fall through */
    case ONE:
        add(set, element->character, element->character);
    }
    return 0;
}

static struct tree *parse_set(struct parser *p) {
    struct set *set = new_set(p);
    struct set_token_at token = peek_in_set(p);
    if (token.kind == S_END)
        return failed(p, REG_BADPAT);
    if (token.kind == S_NOT) {
        set->negated = 1;
        if (p->flags & REG_NEWLINE)
            add(set, '\n', '\n');
        p->at += token.length;
        token = peek_in_set(p);
        if (token.kind == S_END)
            return failed(p, REG_BADPAT);
    }
    if (token.kind == S_CLOSE)
        token.kind = S_CHARACTER;
    for (_Bool first = 1; first || token.kind != S_CLOSE; first = 0) {
        struct element start, end;
        _Bool is_range = 0;
        p->error = parse_element(p, &start, token, first);
        if (p->error != 0)
            return NULL;
        token = peek_in_set(p);
        if (start.kind != CLASS && start.kind != EQUIVALENT) {
            if (token.kind == S_END)
                return failed(p, REG_EBRACK);
            if (token.kind == S_RANGE) {
                p->at += token.length;
                struct set_token_at behind = peek_in_set(p);
                if (behind.kind == S_END)
                    return failed(p, REG_EBRACK);
                if (behind.kind == S_CLOSE) {
                    p->at -= token.length;
                    token.kind = S_CHARACTER;
                } else {
                    is_range = 1;
                    p->error = parse_element(p, &end, behind, 1);
                    if (p->error != 0)
                        return NULL;
                    token = peek_in_set(p);
                }
            }
        }
        p->error = is_range ? add_range(set, &start, &end) : add_element(p, set, &start);
        if (p->error != 0)
            return NULL;
        if (token.kind == S_END)
            return failed(p, REG_EBRACK);
    }
    p->at += token.length;
    return set_leaf(p, set);
}

/* Characters of words, and space. */
static struct tree *parse_kind(struct parser *p, _Bool is_word, _Bool negated) {
    struct set *set = new_set(p);
    add_class(p, set, is_word ? "alnum" : "space", 5);
    if (is_word)
        add(set, '_', '_');
    set->negated = negated;
    return set_leaf(p, set);
}

static struct tree *parse_alternatives(struct parser *p, unsigned depth);
static struct tree *parse_expression(struct parser *p, unsigned depth);

static struct tree *parse_group(struct parser *p, unsigned depth) {
    unsigned number = ++p->groups;
    struct tree *inside = NULL;
    fetch(p, 1);
    if (p->token.kind != CLOSE) {
        inside = parse_alternatives(p, depth);
        if (p->error == 0 && p->token.kind != CLOSE)
            p->error = REG_EPAREN;
        if (p->error != 0)
            return NULL;
    }
    if (number <= 9)
        p->complete |= 1u << number;
    struct tree *group = joined(p, T_GROUP, inside, NULL);
    group->node.number = number;
    return group;
}

enum { NO_NUMBER = -1, BAD_NUMBER = -2 };

static int parse_number(struct parser *p) {
    int number = NO_NUMBER;
    for (;;) {
        fetch(p, 0);
        unsigned char c = p->token.character;
        if (p->token.kind == END_OF_PATTERN)
            return BAD_NUMBER;
        if (p->token.kind == CLOSE_INTERVAL || c == ',')
            return number;
        if (p->token.kind != CHARACTER || (unsigned)c - '0' >= 10 || number == BAD_NUMBER)
            number = BAD_NUMBER;
        else if (number == NO_NUMBER)
            number = c - '0';
        else
            number = number * 10 + c - '0' > MOST_REPETITIONS ? MOST_REPETITIONS + 1 : number * 10 + c - '0';
    }
}

struct interval {
    int least, most;
};

static int parse_interval(struct parser *p, struct interval *interval) {
    int least = parse_number(p), most = 0;
    if (least == NO_NUMBER) {
        if (p->token.kind != CHARACTER || p->token.character != ',')
            return REG_BADBR;
        least = 0;
    }
    if (least != BAD_NUMBER)
        most = p->token.kind == CLOSE_INTERVAL                                     ? least
               : p->token.kind == CHARACTER && p->token.character == ','           ? parse_number(p)
                                                                                   : BAD_NUMBER;
    if (least == BAD_NUMBER || most == BAD_NUMBER)
        return p->token.kind == END_OF_PATTERN ? REG_EBRACE : REG_BADBR;
    if ((most != NO_NUMBER && least > most) || p->token.kind != CLOSE_INTERVAL)
        return REG_BADBR;
    if ((most == NO_NUMBER ? least : most) > MOST_REPETITIONS)
        return REG_ESIZE;
    *interval = (struct interval){least, most};
    return 0;
}

static void mark_optional(struct tree *tree, unsigned group) {
    if (tree == NULL)
        return;
    if (tree->kind == T_GROUP && tree->node.number == group)
        tree->node.optional = 1;
    mark_optional(tree->left, group);
    mark_optional(tree->right, group);
}

static struct tree *repeated(struct parser *p, struct tree *one) {
    struct interval interval = {p->token.kind == PLUS, p->token.kind == QUESTION ? 1 : NO_NUMBER};
    if (p->token.kind == OPEN_INTERVAL) {
        p->error = parse_interval(p, &interval);
        if (p->error != 0)
            return NULL;
    }
    fetch(p, 0);
    if (one == NULL || (interval.least == 0 && interval.most == 0))
        return NULL;
    struct tree *required = NULL;
    if (interval.least > 0) {
        required = one;
        for (int i = 2; i <= interval.least; i++) {
            one = copy(p, one);
            required = sequence(p, required, one);
        }
        if (interval.least == interval.most)
            return required;
        one = copy(p, one);
    }
    if (one->kind == T_GROUP)
        mark_optional(one, one->node.number);
    struct tree *rest = joined(p, interval.most == NO_NUMBER ? T_LOOP : T_FORK, one, NULL);
    for (int i = interval.least + 2; i <= interval.most; i++) {
        one = copy(p, one);
        rest = joined(p, T_FORK, sequence(p, rest, one), NULL);
    }
    return sequence(p, required, rest);
}

static struct tree *anchor(struct parser *p, unsigned what) {
    return leaf(p, (struct node){.kind = AN_ANCHOR, .number = what});
}

static struct tree *parse_anchor(struct parser *p, unsigned what) {
    if (what == (WORD_BEFORE | NO_WORD_BEFORE))
        return joined(p, T_FORK, anchor(p, NO_WORD_BEFORE | WORD_BEHIND), anchor(p, WORD_BEFORE | NO_WORD_BEHIND));
    if (what == (WORD_BEHIND | NO_WORD_BEHIND))
        return joined(p, T_FORK, anchor(p, WORD_BEFORE | WORD_BEHIND), anchor(p, NO_WORD_BEFORE | NO_WORD_BEHIND));
    return anchor(p, what);
}

static _Bool repeats(enum token_kind kind) { return kind == STAR || kind == PLUS || kind == QUESTION || kind == OPEN_INTERVAL; }

/* What a token stands for by itself. */
static struct tree *parse_atom(struct parser *p, unsigned depth) {
    struct token token = p->token;
    switch (token.kind) {
    case OPEN:
        return parse_group(p, depth + 1);
    case OPEN_SET:
        return parse_set(p);
    case REFERENCE:
        if (!(p->complete >> token.number & 1))
            return failed(p, REG_ESUBREG);
        p->has_references = 1;
        return leaf(p, (struct node){.kind = A_REFERENCE, .number = token.number});
    case PERIOD: {
        struct set *set = new_set(p);
        set->negated = 1;
        add(set, 0, 0);
        if (p->flags & REG_NEWLINE)
            add(set, '\n', '\n');
        return set_leaf(p, set);
    }
    case WORD:
    case NO_WORD:
        return parse_kind(p, 1, token.kind == NO_WORD);
    case SPACE:
    case NO_SPACE:
        return parse_kind(p, 0, token.kind == NO_SPACE);
    case BACKSLASH:
        return failed(p, REG_EESCAPE);
    case OPEN_INTERVAL:
        if (!extended(p))
            return failed(p, REG_BADRPT);
        /* fall through */
    case STAR:
    case PLUS:
    case QUESTION:
        if (extended(p))
            return failed(p, REG_BADRPT);
        break;
    case CLOSE:
        if (!extended(p))
            return failed(p, REG_EPAREN);
        break;
    case CHARACTER:
    case CLOSE_INTERVAL:
        break;
    case ALTERNATIVE:
    case END_OF_PATTERN:
    case ANCHOR:
        return NULL;
    }
    return leaf(p, (struct node){.kind = A_CHARACTER, .character = token.character});
}

static struct tree *parse_expression(struct parser *p, unsigned depth) {
    if (p->token.kind == ALTERNATIVE || p->token.kind == END_OF_PATTERN)
        return NULL;
    if (p->token.kind == ANCHOR) {
        struct tree *tree = parse_anchor(p, p->token.number);
        /* Nothing repeats it. */
        fetch(p, 0);
        return tree;
    }
    struct tree *tree = parse_atom(p, depth);
    if (p->error != 0)
        return NULL;
    fetch(p, 0);
    while (p->error == 0 && repeats(p->token.kind)) {
        tree = repeated(p, tree);
        if (p->error == 0 && !extended(p) && (p->token.kind == STAR || p->token.kind == OPEN_INTERVAL))
            p->error = REG_BADRPT;
    }
    return p->error == 0 ? tree : NULL;
}

static _Bool ends_branch(const struct parser *p, unsigned depth) {
    enum token_kind kind = p->token.kind;
    return kind == ALTERNATIVE || kind == END_OF_PATTERN || (depth > 0 && kind == CLOSE);
}

static struct tree *parse_branch(struct parser *p, unsigned depth) {
    struct tree *tree = parse_expression(p, depth);
    while (p->error == 0 && !ends_branch(p, depth)) {
        struct tree *next = parse_expression(p, depth);
        tree = sequence(p, tree, next);
    }
    return tree;
}

static struct tree *parse_alternatives(struct parser *p, unsigned depth) {
    unsigned before = p->complete;
    struct tree *tree = parse_branch(p, depth);
    while (p->error == 0 && p->token.kind == ALTERNATIVE) {
        fetch(p, 1);
        struct tree *other = NULL;
        if (!ends_branch(p, depth)) {
            /* Groups of one alternative are nothing to the next. */
            unsigned all = p->complete;
            p->complete = before;
            other = parse_branch(p, depth);
            p->complete |= all;
        }
        tree = joined(p, T_FORK, tree, other);
    }
    return tree;
}

/* From the tree to nodes, numbered as glibc does: inner ones and left ones first. Where two ways lead on, the lower number is preferred. */
static struct tree *without_groups(struct parser *p, struct tree *tree) {
    if (tree == NULL)
        return NULL;
    tree->left = without_groups(p, tree->left);
    tree->right = without_groups(p, tree->right);
    if (tree->kind != T_GROUP)
        return tree;
    struct tree *start = leaf(p, (struct node){.kind = A_GROUP_START, .number = tree->node.number});
    struct tree *end = leaf(p, (struct node){.kind = A_GROUP_END, .number = tree->node.number, .optional = tree->node.optional});
    return sequence(p, start, sequence(p, tree->left, end));
}

static int number(struct tree *tree, int count) {
    if (tree == NULL)
        return count;
    count = number(tree->right, number(tree->left, count));
    if (tree->kind == T_SEQUENCE) {
        tree->index = tree->left->index;
        return count;
    }
    tree->index = count;
    return count + 1;
}

static void lead_on(struct tree *tree, struct tree *behind) {
    if (tree == NULL)
        return;
    tree->behind = behind;
    lead_on(tree->left, tree->kind == T_SEQUENCE ? tree->right : tree->kind == T_LOOP ? tree : behind);
    lead_on(tree->right, behind);
}

static void link(const struct tree *tree, struct node *nodes) {
    if (tree == NULL)
        return;
    link(tree->left, nodes);
    link(tree->right, nodes);
    if (tree->kind == T_SEQUENCE)
        return;
    struct node *node = &nodes[tree->index];
    int next = tree->behind == NULL ? -1 : tree->behind->index;
    *node = tree->node;
    node->next = next;
    node->other = -1;
    if (tree->kind == T_LEAF)
        return;
    int left = tree->left == NULL ? next : tree->left->index, right = tree->right == NULL ? next : tree->right->index;
    node->kind = A_FORK;
    node->next = left < right ? left : right;
    node->other = left == right ? -1 : left < right ? right : left;
}

static _Bool is_passed_freely(const struct node *node) { return node->kind >= AN_ANCHOR && node->kind <= A_FORK; }

/* Puts a node behind those it leads to without a character; whether a loop was met. */
enum mark { UNSEEN, OPENED, PLACED };
static _Bool place(const struct node *nodes, int at, unsigned char *marks, int *order, int *count) {
    _Bool loop = 0;
    if (at < 0 || marks[at] != UNSEEN)
        return at >= 0 && marks[at] == OPENED;
    marks[at] = OPENED;
    if (is_passed_freely(&nodes[at])) {
        loop |= place(nodes, nodes[at].next, marks, order, count);
        loop |= place(nodes, nodes[at].other, marks, order, count);
    } else if (nodes[at].kind == A_REFERENCE) {
        /* To a group that is empty. */
        loop |= place(nodes, nodes[at].next, marks, order, count);
    }
    marks[at] = PLACED;
    order[(*count)++] = at;
    return loop;
}

static _Bool takes_character(const struct node *node) { return node->kind <= A_REFERENCE; }

/* Whether an anchor of this kind, or a character if it is 0, comes next. */
static _Bool comes_next(const struct node *nodes, int at, unsigned anchor, unsigned char *marks) {
    if (at < 0 || marks[at] != UNSEEN)
        return 0;
    marks[at] = PLACED;
    const struct node *node = &nodes[at];
    if (takes_character(node) && (anchor == 0 || node->kind != A_REFERENCE))
        return anchor == 0;
    if (node->kind == AN_ANCHOR && node->number == anchor)
        return 1;
    return comes_next(nodes, node->next, anchor, marks) || comes_next(nodes, node->other, anchor, marks);
}

static _Bool has_inner_lines(const struct node *nodes, int count) {
    unsigned char marks[count];
    for (int i = 0; i < count; i++) {
        _Bool ends = nodes[i].kind == AN_ANCHOR && nodes[i].number == LINE_ENDS;
        __builtin_memset(marks, UNSEEN, (size_t)count);
        if ((ends || takes_character(&nodes[i])) && comes_next(nodes, nodes[i].next, ends ? 0 : LINE_STARTS, marks))
            return 1;
    }
    return 0;
}

static int depth_of(const struct tree *tree) {
    if (tree == NULL)
        return 0;
    int left = depth_of(tree->left), right = depth_of(tree->right);
    return (left > right ? left : right) + (tree->kind == T_LOOP);
}

static struct automaton *automaton_of(struct parser *p, struct tree *tree) {
    tree = sequence(p, without_groups(p, tree), leaf(p, (struct node){.kind = THE_END}));
    int count = number(tree, 0);
    lead_on(tree, NULL);
    size_t head = sizeof(struct automaton), body = (size_t)count * sizeof(struct node);
    struct automaton *made = malloc(head + body + (size_t)count * sizeof(int));
    if (made == NULL)
        return NULL;
    struct node *nodes = (struct node *)((char *)made + head);
    int *order = (int *)((char *)nodes + body);
    link(tree, nodes);
    unsigned char marks[count];
    __builtin_memset(marks, UNSEEN, (size_t)count);
    int placed = 0;
    _Bool loops = 0, words = 0;
    for (int i = 0; i < count; i++) {
        loops |= place(nodes, i, marks, order, &placed);
        words |= nodes[i].kind == AN_ANCHOR && nodes[i].number > TEXT_ENDS;
    }
    *made = (struct automaton){.start = tree->index, .count = count, .order = order, .rounds = loops ? depth_of(tree) + 1 : 1,
                               .flags = p->flags, .groups = p->groups, .has_references = p->has_references, .has_words = words,
                               .has_inner_lines = !(p->flags & REG_NEWLINE) && has_inner_lines(nodes, count), .nodes = nodes};
    return made;
}

int regcomp(struct regex *regex, const char *pattern, int flags) {
    size_t length = 0;
    while (pattern[length] != 0)
        length++;
    struct parser p = {.pattern = pattern, .length = length, .flags = flags};
    *regex = (struct regex){0};
    fetch(&p, 1);
    struct tree *tree = parse_alternatives(&p, 0);
    if (p.error == 0) {
        regex->automaton = automaton_of(&p, tree);
        if (regex->automaton == NULL)
            p.error = REG_ESPACE;
        else
            regex->re_nsub = p.groups;
    }
    for (struct tree *tree = p.made, *before; tree != NULL; tree = before) {
        before = tree->made_before;
        free(tree);
    }
    return p.error;
}

void regfree(struct regex *regex) {
    free(regex->automaton);
    regex->automaton = NULL;
}

size_t regerror(int error, const struct regex *regex, char *to, size_t room) {
    static const char *const texts[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name",
        "Trailing backslash", "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
        "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};
    _Noreturn void abort(void);
    (void)regex;
    if (error < 0 || error > REG_ERPAREN)
        abort();
    const char *text = texts[error];
    size_t size = 0;
    while (text[size] != 0)
        size++;
    size++;
    if (room > 0) {
        size_t shown = size <= room ? size : room;
        __builtin_memcpy(to, text, shown);
        to[shown - 1] = 0;
    }
    return size;
}
