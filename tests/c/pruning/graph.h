/* The graph 1-2:20 1-3:35 1-4:110 2-3:40 2-4:90 3-4:60: the length of a nondeterministic walk from 1 to 4. */
#include "nb.h"

static int walk(void) {
    int node = 1, d = 0;
    while (node != 4) {
        if (node == 1) {
            if (nb()) {
                node = 2;
                d += 20;
            } else if (nb()) {
                node = 3;
                d += 35;
            } else {
                node = 4;
                d += 110;
            }
        } else if (node == 2) {
            if (nb()) {
                node = 3;
                d += 40;
            } else {
                node = 4;
                d += 90;
            }
        } else {
            node = 4;
            d += 60;
        }
    }
    return d;
}
