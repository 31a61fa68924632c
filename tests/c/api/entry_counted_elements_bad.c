// VERDICT: unsafe
// The count comes first, and there may be no element at all.
// OPTIONS: --entry largest --ptr-size 16
int largest(int count, const int *values) {
    int most = values[0]; // BUG: out-of-bounds-read
    for (int i = 1; i < count; i++)
        most = most > values[i] ? most : values[i];
    return most;
}
