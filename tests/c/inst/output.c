// VERDICT: safe
// Output of a concrete program, exit handlers included.
// OUTPUT: hello
// OUTPUT: -5 +7 0042 ff 0XFF 17 [   x] [x   ] %
// OUTPUT: 18446744073709551615 -9223372036854775808 200 -56
// OUTPUT: text te A
// OUTPUT: 1.500000 2.50 1e+06 0.0001 1.000e-03
// OUTPUT: done
// OUTPUT: second
// OUTPUT: first
#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }

int main(void) {
    atexit(first);
    atexit(second);
    puts("hello");
    printf("%d %+d %04d %x %#X %o [%4s] [%-4s] %%\n", -5, 7, 42, 255u, 255u, 15u, "x", "x");
    printf("%lu %ld %hhu %hhd\n", 18446744073709551615ul, -9223372036854775807l - 1, 200, 200);
    printf("%s %.2s %c\n", "text", "text", 'A');
    printf("%f %.2f %g %g %.3e\n", 1.5, 2.5, 1e6, 1e-4, 1e-3);
    putchar('d');
    putchar('o');
    fputs("ne", stdout);
    putchar('\n');
    exit(3);
}
