//! The calls that random programs are made of, as statements of C over two texts `a` and `b` (`libc_replay/frame.c`).
//!
//! Each puts down what it gives. None depends on where objects lie, on the time or on the machine.

/// A statement that puts down one number.
const NUMBERS: &[&str] = &[
    "strlen(a)",
    "sign(strcmp(a, b))",
    "sign(strncmp(a, b, 2))",
    "sign(strcasecmp(a, b))",
    "sign(strncasecmp(a, b, 3))",
    "sign(memcmp(a, b, 2))",
    "sign(strcoll(a, b))",
    "place(strchr(a, b[0]), a)",
    "place(strrchr(a, 'x'), a)",
    "place(strchrnul(a, b[0]), a)",
    "place(strstr(a, b), a)",
    "place(strcasestr(a, b), a)",
    "place(strpbrk(a, b), a)",
    "place(memchr(a, b[0], 3), a)",
    "place(memrchr(a, '-', 3), a)",
    "strspn(a, b)",
    "strcspn(a, b)",
    "strnlen(a, 2)",
    "atoi(a)",
    "atol(a)",
    "strtol(a, NULL, 10)",
    "strtoul(a, NULL, 0)",
    "strtoll(a, NULL, 16)",
    "abs(a[0])",
    "ffs(a[0])",
    "!!isalpha((unsigned char)a[0])",
    "!!isspace((unsigned char)a[0])",
    "!!ispunct((unsigned char)a[0])",
    "!!isxdigit((unsigned char)a[0])",
    "toupper((unsigned char)a[0])",
    "tolower((unsigned char)a[0])",
    "fnmatch(a, b, 0)",
    "fnmatch(a, b, FNM_PERIOD | FNM_PATHNAME)",
    "fnmatch(\"[!a-c]*\", b, FNM_CASEFOLD)",
    "mblen(a, 2)",
    "wcwidth((unsigned char)a[0])",
    "btowc((unsigned char)a[0])",
    "!!iswalnum((unsigned char)a[0])",
    "access(a, F_OK)",
    "ilogb(a[0])",
    "lround(a[0] / 2.0)",
    "setenv(a, b, 1)",
    "unsetenv(a)",
    "sigaction(a[0], NULL, &(struct sigaction){0})",
    "close(a[0] | 64)",
    "fcntl(a[0] | 64, F_GETFD)",
    "sysconf(a[0] | -128)",
    "atof(\"12.75\")",
    "rpmatch(a)",
];

/// Statements that put down more.
const BLOCKS: &[&str] = &[
    "char *e; number(strtol(a, &e, 10)); number(e - a);",
    "char *e; number(strtol(a, &e, 0)); number(e - a);",
    "char *e; number((long)strtoul(a, &e, 36)); number(e - a);",
    "char t[16] = \"\"; number(snprintf(t, sizeof t, \"%s|%d\", a, b[0])); put(t, sizeof t);",
    "char t[6] = \"\"; number(snprintf(t, sizeof t, \"%5s%-3c\", a, b[0])); put(t, sizeof t);",
    "char t[16] = \"\"; number(sprintf(t, \"%x,%o,%u\", (unsigned char)a[0], (unsigned char)a[1], (unsigned char)b[0])); put(t, sizeof t);",
    "char t[16] = \"\"; number(sprintf(t, \"%+d% d%03d\", a[0], a[1], b[0])); put(t, sizeof t);",
    "char t[16] = \"\"; number(sprintf(t, \"%.2s%*d\", a, 4, b[0])); put(t, sizeof t);",
    "int x = -1, n = -1; number(sscanf(a, \"%d%n\", &x, &n)); number(x); number(n);",
    "unsigned x = 7; number(sscanf(a, \"%2x\", &x)); number(x);",
    "char t[8] = \"\"; number(sscanf(a, \" %2s\", t)); put(t, sizeof t);",
    "char t[8] = \"\"; number(sscanf(a, \"%3[a-z]\", t)); put(t, sizeof t);",
    "char t[8] = \"\"; strncpy(t, a, 3); put(t, sizeof t);",
    "char t[16] = \"\"; strcat(strcpy(t, a), b); put(t, sizeof t);",
    "char t[16] = \"\"; strncat(t, a, 2); number(stpcpy(t + strlen(t), b) - t); put(t, sizeof t);",
    "char t[8] = \"\"; number(place(memccpy(t, a, b[0], 3), t)); put(t, sizeof t);",
    "char t[8]; strcpy(t, a); char *s = strtok(t, \",-\"); number(place(s, t)); s = strtok(NULL, \"-\"); number(place(s, t));",
    "char t[8]; strcpy(t, a); char *s = t, *w = strsep(&s, \":,\"); number(w - t); number(place(s, t));",
    "char t[8] = \"\"; strcpy(t, a); char *d = dirname(t); number(d == t); number(d[0]); put(t, 5);",
    "number(place(basename(a), a));",
    "char t[8]; memcpy(t, a, 4); qsort(t, 3, 1, compare_bytes); put(t, 3);",
    "char t[] = \"acegi\"; number(place(bsearch(a, t, 5, 1, compare_bytes), t));",
    "div_t d = div(a[0], b[0] | 1); number(d.quot); number(d.rem);",
    "int e; double d = frexp(a[0] * 0.375, &e); number(e); put(&d, sizeof d);",
    "double w, d = modf(a[0] / 4.0, &w); put(&w, sizeof w); put(&d, sizeof d);",
    "double d = ldexp(a[0], b[0]); put(&d, sizeof d);",
    "wchar_t w = 7; number(mbtowc(&w, a, 3)); number(w);",
    "wchar_t w[8] = {0}; const char *s = a; number((long)mbsrtowcs(w, &s, 3, NULL)); number(place(s, a)); number(w[0]);",
    "char t[16] = \"\"; number((long)strxfrm(t, a, sizeof t)); put(t, 2);",
    "char *c = strndup(a, 2); number((long)strlen(c)); put(c, 1); free(c);",
    "char *w[] = {\"p\", a, b, NULL}; unsetenv(\"POSIXLY_CORRECT\"); optind = 0, opterr = 0; for (int i = 0; i < 4; i++) { number(getopt(3, w, \"ab:\")); number(optind); } number(w[1] == a);",
    "char *w[] = {\"p\", b, \"-x\", a, NULL}; unsetenv(\"POSIXLY_CORRECT\"); optind = 0, opterr = 0; for (int i = 0; i < 4; i++) number(getopt(4, w, \":x:b\")); number(optind);",
    "int f = open(a, O_RDONLY); number(f < 0 ? -1 : 1); if (f >= 0) close(f);",
    "struct stat s; int r = stat(a, &s); number(r); if (r == 0) number(S_ISDIR(s.st_mode));",
    "FILE *f = fopen(\"made\", \"w+\"); if (f) { fputs(a, f); rewind(f); number(getc(f)); number(ftell(f)); fclose(f); remove(\"made\"); }",
    "int p[2]; number(pipe(p)); number(write(p[1], a, 3)); char t[4] = \"\"; number(read(p[0], t, 2)); put(t, 4); close(p[0]); close(p[1]);",
    "int d = dup(1); number(d > 2); number(close(d)); number(fcntl(d, F_GETFD));",
    "setenv(\"A\", a, 1); put(getenv(\"A\"), 1); unsetenv(\"A\"); number(getenv(\"A\") == NULL);",
    "regex_t r; regmatch_t m[3]; number(regcomp(&r, \"([a-c]+)(-|x)?|^.$\", REG_EXTENDED)); int e = regexec(&r, a, 3, m, 0); number(e); if (e == 0) put(m, sizeof m); regfree(&r);",
    "regex_t r; number(regcomp(&r, \"\\\\<[[:alpha:]_]*\\\\(.\\\\)\\\\1\", REG_ICASE | REG_NOSUB)); number(regexec(&r, b, 0, NULL, 0)); regfree(&r);",
    "struct tm t = {0}; number(place(strptime(a, \"%H:%M\", &t), a)); number(t.tm_hour); number(t.tm_min);",
    "struct tm t = {0}; number(place(strptime(b, \"%b%d\", &t), b)); number(t.tm_mon); number(t.tm_mday);",
    "fresh_folder(); told(mkdir(in(0, a), 0755)); told(access(in(0, b), F_OK)); told(rmdir(in(1, b)));",
    "fresh_folder(); told(mkdir(in(0, \"x\"), 0755)); told(rename(in(0, \"x\"), in(1, a))); told(rmdir(in(1, b)));",
    "fresh_folder(); close(creat(in(0, \"f\"), 0644)); told(link(in(0, \"f\"), in(1, a))); told(unlink(in(1, b))); struct stat s = {0}; told(stat(in(0, \"f\"), &s)); number(s.st_nlink);",
    "fresh_folder(); char t[8] = \"\"; told(symlink(a, in(0, \"l\"))); told(readlink(in(0, \"l\"), t, 8)); put(t, 8); told(access(in(0, \"l\"), F_OK)); told(remove(in(0, \"l/\")));",
    "fresh_folder(); told(mkdir(in(0, \"x\"), 0755)); told(symlink(\"x\", in(0, \"l\"))); int f = open(in(0, a), O_RDONLY | O_NOFOLLOW); told(f < 0 ? -1 : 1); if (f >= 0) close(f); told(rename(in(0, b), in(1, \"x/y\")));",
    "fresh_folder(); int d = open(in(0, \"\"), O_RDONLY | O_DIRECTORY); told(mkdirat(d, from_there(a), 0755)); told(unlinkat(d, from_there(b), AT_REMOVEDIR)); close(d);",
    "fresh_folder(); told(mkdir(in(0, a), 0755)); close(creat(in(0, \"f\"), 0644)); told(nftw(in(0, \"\"), visit, 3, FTW_PHYS | (b[0] & FTW_DEPTH))); number(visited);",
    "fresh_folder(); told(mkdir(in(0, a), 0755)); close(creat(in(0, \"f\"), 0644)); char *names[] = {in(0, \"\"), NULL}; FTS *t = fts_open(names, FTS_PHYSICAL | FTS_NOCHDIR, by_name); for (FTSENT *at; (at = fts_read(t)) != NULL;) { put(at->fts_name, 1); number(at->fts_info + 16 * at->fts_level); if (at->fts_level == 1 && (b[0] & 1)) told(fts_set(t, at, FTS_SKIP)); } number(fts_close(t));",
    "fresh_folder(); int f = open(in(0, \"f\"), O_RDWR | O_CREAT, 0644); char t[4] = \"\"; told(write(f, a, 3)); char *m = mmap(NULL, 3, PROT_READ | PROT_WRITE, b[0] & 1 ? MAP_SHARED : MAP_PRIVATE, f, 0); m[1] = b[1]; put(m, 4); told(msync(m, 3, b[2] & 7)); told(munmap(m, 3)); told(pread(f, t, 3, 0)); put(t, 4); close(f);",
    "char t[16] = \"\", *f = a, *o = t; size_t n = 3, m = 5; iconv_t c = iconv_open(\"UTF-16LE\", \"UTF-8\"); number((long)iconv(c, &f, &n, &o, &m)); number((long)n); number((long)m); put(t, 6); iconv_close(c);",
    "char t[6] = \"\"; FILE *f = fmemopen(t, sizeof t, \"w\"); fprintf(f, \"%s%d\", a, b[0] & 7); number(fclose(f)); put(t, sizeof t);",
    "char *t; size_t n; FILE *f = open_memstream(&t, &n); fputs(a, f); fputc(b[0], f); number(fclose(f)); number((long)n); put(t, 1); free(t);",
    "int p[2]; number(pipe(p)); struct pollfd f = {p[0], POLLIN, 0}; number(poll(&f, 1, 0)); number(write(p[1], a, 1)); number(poll(&f, 1, 0)); number(f.revents); close(p[0]); close(p[1]);",
    "number(raise(SIGCHLD)); number(signal(SIGINT, SIG_IGN) == SIG_DFL); number(raise(SIGINT)); signal(SIGINT, SIG_DFL);",
];

/// A random program: some calls in a row, each in a scope of its own.
pub fn program(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % n
    };
    let count = 1 + below(3);
    let mut text = String::from(include_str!("frame.c"));
    text.push_str("static void calls(char *a, char *b) {\n    (void)b;\n");
    for _ in 0..count {
        let statement = match below(2) {
            0 => format!("number((long)({}));", NUMBERS[below(NUMBERS.len())]),
            _ => BLOCKS[below(BLOCKS.len())].to_owned(),
        };
        text.push_str(&format!("    {{ {statement} }}\n    end_of_call();\n"));
    }
    text + "}\n"
}
