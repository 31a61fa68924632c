// An option behind another word is found, and the bug with it.
// VERDICT: unsafe
// OPTIONS: --sym-args 2 2 2
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int verbose = 0, option;
    while ((option = getopt(argc, argv, "v")) != -1)
        verbose += option == 'v';
    if (verbose == 1 && argc - optind == 1)
        assert(argv[optind][0] != 'x');  // BUG: assertion-failure
    return 0;
}
