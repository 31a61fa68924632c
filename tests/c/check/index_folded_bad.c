// VERDICT: unsafe
// Constant subscripts of variables: the front end makes an address of them, and nothing is computed any more.
struct Inner {
    int grid[2][2];
};
struct Record {
    char name[8];
    struct Inner parts[2];
    int balance;
} record, records[3];
int matrix[3][4];

static int *address(void) {
    return &record.parts[0].grid[3][0]; // BUG: index-out-of-range
}

int main(void) {
    record.name[8] = 'x';                       // BUG: index-out-of-range
    int sum = matrix[1][5];                     // BUG: index-out-of-range
    matrix[2][-1] = 1;                          // BUG: index-out-of-range
    sum += record.parts[0].grid[1][2];          // BUG: index-out-of-range
    sum += records[1].parts[2].grid[0][0];      // BUG: index-out-of-range
    int *end = address();
    return sum + (end == 0);
}
