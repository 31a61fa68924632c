/* As much of a stream as musl's vfprintf and floatscan look at. */
#pragma once
#include <stdio.h>
#include <sys/types.h>

struct stream {
    unsigned flags;
    unsigned char *rpos, *rend, *wend, *wpos, *wbase, *buf, *shend;
    size_t buf_size;
    int mode;
    off_t shlim, shcnt;
    size_t (*write)(struct stream *, const unsigned char *, size_t);
};

#define _STDIO_IMPL_H
#define FILE struct stream
#define vfprintf musl_vfprintf
#define __uflow musl_uflow
#define hidden
#define F_ERR 32
#define FLOCK(file) ((void)(file))
#define FUNLOCK(file) ((void)(file))

int vfprintf(FILE *restrict, const char *restrict, __builtin_va_list);
size_t __fwritex(const unsigned char *, size_t, FILE *);
int __uflow(FILE *);
static inline int __towrite(FILE *file) { return file->wend == 0; }
