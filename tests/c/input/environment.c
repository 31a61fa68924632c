// Variables of the environment stay what they are once looked at; long ones are not followed.
// VERDICT: unsafe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *home = getenv("SOME_HOME");
    assert(home == getenv("SOME_HOME"));
    setenv("OTHER", "value", 1);
    assert(strcmp(getenv("OTHER"), "value") == 0);
    assert(home == NULL || strcmp(home, "/root") != 0);  // BUG: assertion-failure
    return 0;
}
