/* What calls become under _FORTIFY_SOURCE: the plain functions, with the size of the destination. One that is too small ends the
 * program with SIGABRT, as in glibc. */
#include <stdarg.h>
#include <stddef.h>

#include "engine.h"

struct stream;
struct obstack;
struct pollfd;
typedef int wide;
_Noreturn void abort(void);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
size_t wcslen(const wide *s);
size_t wcsnlen(const wide *s, size_t limit);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);
char *strncpy(char *to, const char *from, size_t n);
char *stpncpy(char *to, const char *from, size_t n);
wide *wcscat(wide *to, const wide *from);
wide *wcsncat(wide *to, const wide *from, size_t n);
wide *wcsncpy(wide *to, const wide *from, size_t n);
int vfprintf(struct stream *stream, const char *format, va_list arguments);
int vprintf(const char *format, va_list arguments);
int vdprintf(int descriptor, const char *format, va_list arguments);
int vsnprintf(char *to, size_t n, const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments);
int vasprintf(char **to, const char *format, va_list arguments);
char *fgets(char *to, int n, struct stream *stream);
char *gets(char *to);
size_t fread(void *to, size_t size, size_t n, struct stream *stream);
long read(int descriptor, void *to, size_t n);
long pread(int descriptor, void *to, size_t n, long offset);
long recv(int socket, void *to, size_t n, int flags);
long recvfrom(int socket, void *to, size_t n, int flags, void *from, unsigned *length);
long readlink(const char *name, char *to, size_t n);
long readlinkat(int folder, const char *name, char *to, size_t n);
char *realpath(const char *name, char *to);
char *getcwd(char *to, size_t n);
int gethostname(char *to, size_t n);
int getgroups(int n, unsigned *to);
size_t mbstowcs(wide *to, const char *from, size_t n);
size_t wcstombs(char *to, const wide *from, size_t n);
size_t wcrtomb(char *to, wide c, void *state);
int wctomb(char *to, wide c);
size_t mbsrtowcs(wide *to, const char **from, size_t n, void *state);
size_t mbsnrtowcs(wide *to, const char **from, size_t most, size_t n, void *state);
size_t wcsrtombs(char *to, const wide **from, size_t n, void *state);
size_t wcsnrtombs(char *to, const wide **from, size_t most, size_t n, void *state);
int poll(struct pollfd *those, unsigned long n, int time);
size_t confstr(int name, char *to, size_t n);

_Noreturn void __chk_fail(void) { abort(); }

/* `n` bytes are written to an object part of `size`. */
static void fits(size_t n, size_t size) {
    if (n > size)
        __chk_fail();
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size) {
    fits(n, size);
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void __explicit_bzero_chk(void *to, size_t n, size_t size) {
    fits(n, size);
    __builtin_memset(to, 0, n);
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
    size_t n = strlen(from);
    fits(n + 1, size);
    __builtin_memcpy(to, from, n + 1);
    return to + n;
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
    __stpcpy_chk(to, from, size);
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t size) {
    fits(strlen(to) + strlen(from) + 1, size);
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
    fits(strlen(to) + strnlen(from, n) + 1, size);
    return strncat(to, from, n);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
    fits(n, size);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) {
    fits(n, size);
    return stpncpy(to, from, n);
}

/* Output. The flag only makes %n in a format that can be written an error. */
#define FORWARD(call)                                                                                                  \
    va_list arguments;                                                                                                 \
    va_start(arguments, format);                                                                                       \
    int length = call;                                                                                                 \
    va_end(arguments);                                                                                                 \
    return length

int __vfprintf_chk(struct stream *stream, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __fprintf_chk(struct stream *stream, int flag, const char *format, ...) {
    (void)flag;
    FORWARD(vfprintf(stream, format, arguments));
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
    (void)flag;
    return vprintf(format, arguments);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vdprintf(descriptor, format, arguments);
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    (void)flag;
    FORWARD(vdprintf(descriptor, format, arguments));
}

int __vsnprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, va_list arguments) {
    (void)flag;
    fits(n, size);
    return vsnprintf(to, n, format, arguments);
}

int __snprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, ...) {
    (void)flag;
    fits(n, size);
    FORWARD(vsnprintf(to, n, format, arguments));
}

/* What is too long ends the program, but is written first where nobody looks. */
int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list arguments) {
    (void)flag;
    if (size == (size_t)-1)
        return vsprintf(to, format, arguments);
    int length = vsnprintf(to, size, format, arguments);
    if (length >= 0)
        fits((size_t)length + 1, size);
    return length;
}

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...) {
    FORWARD(__vsprintf_chk(to, flag, size, format, arguments));
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
    (void)flag;
    FORWARD(vasprintf(to, format, arguments));
}

/* Input. */
char *__fgets_chk(char *to, size_t size, int n, struct stream *stream) {
    if (n > 0)
        fits((size_t)n, size);
    return fgets(to, n, stream);
}

char *__fgets_unlocked_chk(char *to, size_t size, int n, struct stream *stream) {
    return __fgets_chk(to, size, n, stream);
}

char *__gets_chk(char *to, size_t size) {
    char *line = gets(to);
    if (line != NULL)
        fits(strlen(to) + 1, size);
    return line;
}

size_t __fread_chk(void *to, size_t size, size_t one, size_t n, struct stream *stream) {
    size_t total;
    fits(__builtin_mul_overflow(one, n, &total) ? (size_t)-1 : total, size);
    return fread(to, one, n, stream);
}

size_t __fread_unlocked_chk(void *to, size_t size, size_t one, size_t n, struct stream *stream) {
    return __fread_chk(to, size, one, n, stream);
}

long __read_chk(int descriptor, void *to, size_t n, size_t size) {
    fits(n, size);
    return read(descriptor, to, n);
}

long __pread_chk(int descriptor, void *to, size_t n, long offset, size_t size) {
    fits(n, size);
    return pread(descriptor, to, n, offset);
}

long __pread64_chk(int descriptor, void *to, size_t n, long offset, size_t size) {
    return __pread_chk(descriptor, to, n, offset, size);
}

long __recv_chk(int socket, void *to, size_t n, size_t size, int flags) {
    fits(n, size);
    return recv(socket, to, n, flags);
}

long __recvfrom_chk(int socket, void *to, size_t n, size_t size, int flags, void *from, unsigned *length) {
    fits(n, size);
    return recvfrom(socket, to, n, flags, from, length);
}

long __readlink_chk(const char *name, char *to, size_t n, size_t size) {
    fits(n, size);
    return readlink(name, to, n);
}

long __readlinkat_chk(int folder, const char *name, char *to, size_t n, size_t size) {
    fits(n, size);
    return readlinkat(folder, name, to, n);
}

char *__realpath_chk(const char *name, char *to, size_t size) {
    /* PATH_MAX */
    fits(4096, size);
    return realpath(name, to);
}

char *__getcwd_chk(char *to, size_t n, size_t size) {
    fits(n, size);
    return getcwd(to, n);
}

int __gethostname_chk(char *to, size_t n, size_t size) {
    fits(n, size);
    return gethostname(to, n);
}

int __getgroups_chk(int n, unsigned *to, size_t size) {
    if (n > 0)
        fits((size_t)n * sizeof *to, size);
    return getgroups(n, to);
}

size_t __confstr_chk(int name, char *to, size_t n, size_t size) {
    fits(n, size);
    return confstr(name, to, n);
}

int __poll_chk(struct pollfd *those, unsigned long n, int time, size_t size) {
    if (size / 8 < n)
        __chk_fail();
    return poll(those, n, time);
}

/* The place of a descriptor in a set of FD_SETSIZE. */
long __fdelt_chk(long descriptor) {
    if (descriptor < 0 || descriptor >= 1024)
        __chk_fail();
    return descriptor / 64;
}

/* Wide characters: sizes count them, not bytes. */

wide *__wmemcpy_chk(wide *to, const wide *from, size_t n, size_t size) {
    fits(n, size);
    return __builtin_memcpy(to, from, n * sizeof *to);
}

wide *__wmempcpy_chk(wide *to, const wide *from, size_t n, size_t size) { return __wmemcpy_chk(to, from, n, size) + n; }

wide *__wmemmove_chk(wide *to, const wide *from, size_t n, size_t size) {
    fits(n, size);
    return __builtin_memmove(to, from, n * sizeof *to);
}

wide *__wmemset_chk(wide *to, wide c, size_t n, size_t size) {
    fits(n, size);
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

wide *__wcpcpy_chk(wide *to, const wide *from, size_t size) {
    size_t n = wcslen(from);
    fits(n + 1, size);
    __builtin_memcpy(to, from, (n + 1) * sizeof *to);
    return to + n;
}

wide *__wcscpy_chk(wide *to, const wide *from, size_t size) {
    __wcpcpy_chk(to, from, size);
    return to;
}

wide *__wcscat_chk(wide *to, const wide *from, size_t size) {
    fits(wcslen(to) + wcslen(from) + 1, size);
    return wcscat(to, from);
}

wide *__wcsncat_chk(wide *to, const wide *from, size_t n, size_t size) {
    fits(wcslen(to) + wcsnlen(from, n) + 1, size);
    return wcsncat(to, from, n);
}

wide *__wcsncpy_chk(wide *to, const wide *from, size_t n, size_t size) {
    fits(n, size);
    return wcsncpy(to, from, n);
}

wide *__wcpncpy_chk(wide *to, const wide *from, size_t n, size_t size) {
    size_t length = wcsnlen(from, n);
    return __wcsncpy_chk(to, from, n, size) + length;
}

size_t __mbstowcs_chk(wide *to, const char *from, size_t n, size_t size) {
    fits(n, size);
    return mbstowcs(to, from, n);
}

size_t __mbsrtowcs_chk(wide *to, const char **from, size_t n, void *state, size_t size) {
    fits(n, size);
    return mbsrtowcs(to, from, n, state);
}

size_t __mbsnrtowcs_chk(wide *to, const char **from, size_t most, size_t n, void *state, size_t size) {
    fits(n, size);
    return mbsnrtowcs(to, from, most, n, state);
}

size_t __wcstombs_chk(char *to, const wide *from, size_t n, size_t size) {
    fits(n, size);
    return wcstombs(to, from, n);
}

size_t __wcsrtombs_chk(char *to, const wide **from, size_t n, void *state, size_t size) {
    fits(n, size);
    return wcsrtombs(to, from, n, state);
}

size_t __wcsnrtombs_chk(char *to, const wide **from, size_t most, size_t n, void *state, size_t size) {
    fits(n, size);
    return wcsnrtombs(to, from, most, n, state);
}

/* MB_CUR_MAX is 1. */
int __wctomb_chk(char *to, wide c, size_t size) {
    fits(1, size);
    return wctomb(to, c);
}

size_t __wcrtomb_chk(char *to, wide c, void *state, size_t size) {
    fits(1, size);
    return wcrtomb(to, c, state);
}
