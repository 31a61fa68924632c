// So far out of an object that another one is there: nothing follows from what that holds.
// VERDICT: unknown
// LEVELS: none light
char small[8] = {1}, large[1 << 20] = {1};

int main(void) {
    volatile long far = 1 << 19;
    int first = large[100000 + far];
    return first + small[far];
}
