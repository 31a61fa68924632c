// A program that defines library functions itself gets its own, not the compiler's.
#include <stdio.h>

int abs(int x) { return x < 0 ? 100 - x : 200 + x; }
void *memset(void *p, int value, unsigned long n) { for (unsigned long i = 0; i < n; i++) ((char *)p)[i] = (char)(value + i); return p; }
unsigned long strlen(const char *s) { return s[0]; }

int main(void) {
    char buffer[4];
    memset(buffer, 'a', 4);
    printf("%d %d %c%c %lu\n", abs(-3), abs(3), buffer[0], buffer[3], strlen("A"));
    return 0;
}
