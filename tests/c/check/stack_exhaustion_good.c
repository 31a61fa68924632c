// VERDICT: safe
// Deep, but not too deep.
static volatile int sink;

static int count_down(int n) {
    if (n <= 0)
        return 0;
    sink = n;
    return 1 + count_down(n - 2);
}

int main(void) { return count_down(2000) == 1000 ? 0 : 1; }
