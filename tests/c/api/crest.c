// VERDICT: unsafe
// CREST's macros, each type.
#include <assert.h>
#include <crest.h>

int main(void) {
    int i;
    unsigned u;
    short s;
    unsigned short us;
    char c;
    unsigned char uc;
    CREST_int(i);
    CREST_unsigned_int(u);
    CREST_short(s);
    CREST_unsigned_short(us);
    CREST_char(c);
    CREST_unsigned_char(uc);
    assert(i != -77777);    // BUG: assertion-failure
    assert(u != 4000000000); // BUG: assertion-failure
    assert(s != -30000);    // BUG: assertion-failure
    assert(us != 60000);    // BUG: assertion-failure
    assert(c != -100);      // BUG: assertion-failure
    assert(uc != 200);      // BUG: assertion-failure
    int array[3] = {1, 2, 3};
    CREST_int(array[1]);
    assert(array[0] == 1 && array[2] == 3);
    assert(array[1] != 9); // BUG: assertion-failure
    return 0;
}
