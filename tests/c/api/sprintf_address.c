// The text of an address says where an object lies: nothing is concluded from that.
// VERDICT: unknown
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int x;
    char text[32];
    assert(snprintf(text, sizeof text, "%p", (void *)0) == 5 && strcmp(text, "(nil)") == 0);
    snprintf(text, sizeof text, "%p", (void *)&x);
    assert(strchr(text, 'a') == 0 || strchr(text, 'a'));
    return 0;
}
