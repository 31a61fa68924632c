// VERDICT: safe
struct Inner {
    int grid[2][2];
};
struct Record {
    char name[8];
    struct Inner parts[2];
    int last[1];
} record, records[3];
int matrix[3][4];

int main(void) {
    record.name[7] = 'x';
    char *end = &record.name[8];
    int *row_end = matrix[1] + 4, *last = &matrix[1][4] - 1;
    int sum = matrix[2][3] + *(&matrix[1][4] - 2) + records[2].parts[1].grid[1][1];
    sum += (int)(end - record.name) - 8 + (int)(row_end - last) - 1;
    for (int *at = matrix[0]; at != &matrix[0][4]; at++)
        sum += *at;
    return sum + record.last[0];
}
