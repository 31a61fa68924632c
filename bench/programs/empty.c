/* Nothing: what starting costs, to subtract. */
int main(void) { return 0; }
