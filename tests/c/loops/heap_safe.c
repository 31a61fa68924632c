// A node that is made and given back in turn.
// VERDICT: safe unknown
// OPTIONS: --max-instructions 3000
#include "loops.h"
#include <stdlib.h>

int main(void) {
    int *node = NULL;
    while (1) {
        if (!node) {
            node = malloc(sizeof *node);
            if (!node)
                return 1;
            *node = 5;
        } else if (pick(2)) {
            assert(*node == 5);
            free(node);
            node = NULL;
        }
    }
}
