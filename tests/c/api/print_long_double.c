// Numbers of type long double are printed with all their digits.
// VERDICT: safe
// PATHS: 1
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[60];
    snprintf(text, sizeof text, "%.22Lf", 0.1L);
    assert(strcmp(text, "0.1000000000000000000014") == 0);
    snprintf(text, sizeof text, "%LA|%8.1Le|%-6Lg|", 1.5L, 1e3000L, 2.5L);
    assert(strcmp(text, "0XCP-3|1.0e+3000|2.5   |") == 0);
    return 0;
}
