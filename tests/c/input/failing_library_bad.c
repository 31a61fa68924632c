// Functions that need memory may be refused it.
// VERDICT: unsafe
// OPTIONS: --failures memory
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    regex_t regex;
    int error = regcomp(&regex, "a", 0);
    assert(error == 0);  // BUG: assertion-failure
    regfree(&regex);
    iconv_t conversion = iconv_open("UTF-8", "LATIN1");
    assert(conversion != (iconv_t)-1);  // BUG: assertion-failure
    iconv_close(conversion);
    char *text;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    assert(stream);  // BUG: assertion-failure
    fclose(stream);
    free(text);
    return 0;
}
