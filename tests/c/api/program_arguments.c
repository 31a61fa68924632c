// VERDICT: safe
// What follows -- belongs to the program.
// OPTIONS: -- first -second --third=3
#include <assert.h>
#include <stddef.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 4);
    assert(strcmp(argv[1], "first") == 0);
    assert(strcmp(argv[2], "-second") == 0);
    assert(strcmp(argv[3], "--third=3") == 0);
    assert(argv[4] == NULL && argv[0][0] != 0);
    return 0;
}
