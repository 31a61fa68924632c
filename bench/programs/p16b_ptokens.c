/* A tokenizer: names, numbers, texts, comments, operators of one and two characters, over LENGTH characters. */
char __VERIFIER_nondet_char(void);

#ifndef LENGTH
#define LENGTH 40
#endif

enum token { END, NAME, KEYWORD, NUMBER, TEXT, OPERATOR, BAD };

static char input[LENGTH + 1];
static int at;

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int same(int from, int to, const char *word) {
    int i = from;
    while (i < to && *word && input[i] == *word) {
        i++;
        word++;
    }
    return i == to && !*word;
}

static enum token next(void) {
    for (;;) {
        while (input[at] == ' ' || input[at] == '\n' || input[at] == '\t')
            at++;
        if (input[at] != ';')
            break;
        while (input[at] && input[at] != '\n')
            at++;
    }
    char c = input[at];
    if (!c)
        return END;
    int from = at++;
    if (is_letter(c)) {
        while (is_letter(input[at]) || is_digit(input[at]))
            at++;
        return same(from, at, "if") || same(from, at, "let") || same(from, at, "and") ? KEYWORD : NAME;
    }
    if (is_digit(c)) {
        while (is_digit(input[at]))
            at++;
        if (input[at] == '.' && is_digit(input[at + 1])) {
            at++;
            while (is_digit(input[at]))
                at++;
        }
        return NUMBER;
    }
    if (c == '"') {
        while (input[at] && input[at] != '"')
            at++;
        if (!input[at])
            return BAD;
        at++;
        return TEXT;
    }
    if ((c == '<' || c == '>' || c == '=') && input[at] == '=')
        at++;
    return c == '<' || c == '>' || c == '=' || c == '+' || c == '(' || c == ')' ? OPERATOR : BAD;
}

int main(void) {
    for (int i = 0; i < LENGTH; i++)
        input[i] = __VERIFIER_nondet_char();
    int counts[BAD + 1] = {0};
    enum token token;
    while ((token = next()) != END)
        counts[token]++;
    return counts[BAD] ? 1 : counts[KEYWORD] > counts[NAME];
}
