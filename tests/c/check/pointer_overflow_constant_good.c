// Inside, and one past the end.
// VERDICT: safe
// OPTIONS: --checks +pointer-overflow
#include <stddef.h>
int numbers[4];
struct pair { char tag; int two[2]; } pairs[2];

int main(void) {
    char *end = (char *)(numbers + 4), *start = (char *)numbers + 0;
    int *in_pair = &pairs[1].two[1], *past = pairs[1].two + 2;
    return end == start || in_pair == past || (int *)(pairs + 2) != past;
}
