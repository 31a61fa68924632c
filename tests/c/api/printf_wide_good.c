// Wide text and characters in formats.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    char text[32];
    wchar_t open[2] = {L'a', L'b'};
    assert(snprintf(text, sizeof text, "<%ls|%5ls|%-3S>", L"abcd", L"e", L"f") == 16);
    assert(strcmp(text, "<abcd|    e|f  >") == 0);
    assert(snprintf(text, sizeof text, "%.2ls%lc%C", open, L'c', L'd') == 4 && strcmp(text, "abcd") == 0);
    return 0;
}
