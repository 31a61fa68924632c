// A trie over the letters a to d: words are added, and removed with a leading '-'.
// INPUT: stdin
// BUG: removing a word frees its last node even where longer words go through it.
// SHOWS: add, contains, remove_word, clear
// CRASH: ab abc -ab abc
#include <stdio.h>
#include <stdlib.h>

enum { LETTERS = 4 };

struct node {
    struct node *below[LETTERS];
    int is_word;
};

static struct node *new_node(void) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL)
        exit(1);
    return node;
}

static void add(struct node *root, const char *word) {
    for (; *word != 0; word++) {
        struct node **next = &root->below[*word - 'a'];
        if (*next == NULL)
            *next = new_node();
        root = *next;
    }
    root->is_word = 1;
}

static int contains(const struct node *node, const char *word) {
    for (; node != NULL && *word != 0; word++)
        node = node->below[*word - 'a'];
    return node != NULL && node->is_word;
}

#ifdef FIXED
static int is_empty(const struct node *node) {
    for (int i = 0; i < LETTERS; i++)
        if (node->below[i] != NULL)
            return 0;
    return 1;
}
#endif

static void remove_word(struct node *root, const char *word) {
    struct node *parent = root, *node = root;
    int letter = 0;
    if (!contains(root, word))
        return;
    for (; *word != 0; word++) {
        parent = node;
        letter = *word - 'a';
        node = node->below[letter];
    }
    node->is_word = 0;
#ifdef FIXED
    if (!is_empty(node))
        return;
    parent->below[letter] = NULL;
#else
    int empty = 1;
    for (int i = 0; i < LETTERS - 2; i++)
        empty &= node->below[i] == NULL;
    if (!empty)
        return;
    if (node->below[2] == NULL && node->below[3] == NULL)
        parent->below[letter] = NULL;
#endif
    free(node);
}

static void clear(struct node *node) {
    for (int i = 0; i < LETTERS; i++)
        if (node->below[i] != NULL)
            clear(node->below[i]);
    free(node);
}

int main(void) {
    struct node *root = new_node();
    char word[8];
    int n = 0, removing = 0, c;
    do {
        c = getchar();
        if (c >= 'a' && c < 'a' + LETTERS && n < 7) {
            word[n++] = (char)c;
            continue;
        }
        word[n] = 0;
        if (n > 0 && removing)
            remove_word(root, word);
        else if (n > 0)
            add(root, word);
        n = 0;
        removing = c == '-';
    } while (c != EOF);
    clear(root);
    return 0;
}
