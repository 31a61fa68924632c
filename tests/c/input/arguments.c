// Symbolic arguments: their number and their text.
// VERDICT: unsafe
// OPTIONS: --sym-args 1 2 4
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 2 || argc == 3);
    assert(argv[argc] == NULL);
    assert(strlen(argv[1]) <= 4);
    if (argc == 3 && strcmp(argv[1], "-x") == 0 && argv[2][0] == 'y')
        assert(0);  // BUG: assertion-failure
    return 0;
}
