// VERDICT: unsafe
// An assumption about what is behind a pointer; it does not rule out everything.
// OPTIONS: --entry share --assume p->parts>=0&&p->parts<2
struct Pie {
    int size, parts;
};

int share(struct Pie *p) {
    if (p->parts < 0)
        return p->size / (p->parts + 1);
    return (p->size & 0xffff) / p->parts; // BUG: division-by-zero
}
