// A command interpreter for accounts: open N, pay N AMOUNT, move N M AMOUNT, close N.
// INPUT: stdin
// BUG: closing an account frees it, but the account last used is remembered for "again".
// SHOWS: again
// CRASH: open 2\npay 2 5\nclose 2\nagain\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCOUNTS = 8 };

struct account {
    long balance;
    int payments;
};

struct bank {
    struct account *accounts[ACCOUNTS];
    struct account *last;
    long last_amount;
};

static struct account *find(struct bank *bank, int n) {
    if (n < 0 || n >= ACCOUNTS || bank->accounts[n] == NULL) {
        printf("no account %d\n", n);
        return NULL;
    }
    return bank->accounts[n];
}

static void pay(struct account *account, long amount) {
    account->balance = (account->balance + amount) % 1000000;
    account->payments++;
}

static void again(struct bank *bank) {
    if (bank->last == NULL)
        return;
    bank->last->balance = (bank->last->balance + bank->last_amount) % 1000000;
}

static void close_account(struct bank *bank, int n) {
    struct account *account = find(bank, n);
    if (account == NULL)
        return;
#ifdef FIXED
    if (bank->last == account)
        bank->last = NULL;
#endif
    bank->accounts[n] = NULL;
    free(account);
}

static void command(struct bank *bank, const char *line) {
    char verb[8];
    int n = -1, m = -1;
    int words = sscanf(line, "%7s %d %d", verb, &n, &m);
    if (words < 1)
        return;
    if (strcmp(verb, "open") == 0) {
        if (n >= 0 && n < ACCOUNTS && bank->accounts[n] == NULL)
            bank->accounts[n] = calloc(1, sizeof(struct account));
    } else if (strcmp(verb, "pay") == 0 && words == 3) {
        struct account *account = find(bank, n);
        if (account == NULL)
            return;
        bank->last = account;
        bank->last_amount = m % 1000;
        pay(account, m % 1000);
    } else if (strcmp(verb, "again") == 0) {
        again(bank);
    } else if (strcmp(verb, "close") == 0) {
        close_account(bank, n);
    } else {
        printf("unknown: %s\n", verb);
    }
}

int main(void) {
    struct bank bank;
    char line[40];
    memset(&bank, 0, sizeof bank);
    while (fgets(line, sizeof line, stdin) != NULL)
        command(&bank, line);
    for (int i = 0; i < ACCOUNTS; i++)
        free(bank.accounts[i]);
    return 0;
}
