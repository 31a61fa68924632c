/* strerror, for the errors the models set and the usual others; err.h and error.h. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

static const struct {
    int number;
    char *text;
} errors[] = {
    {0, "Success"},
    {EPERM, "Operation not permitted"},
    {ENOENT, "No such file or directory"},
    {EINTR, "Interrupted system call"},
    {EIO, "Input/output error"},
    {EBADF, "Bad file descriptor"},
    {EAGAIN, "Resource temporarily unavailable"},
    {ENOMEM, "Cannot allocate memory"},
    {EACCES, "Permission denied"},
    {EEXIST, "File exists"},
    {ENOTDIR, "Not a directory"},
    {EISDIR, "Is a directory"},
    {EINVAL, "Invalid argument"},
    {EMFILE, "Too many open files"},
    {ENOTTY, "Inappropriate ioctl for device"},
    {ENOSPC, "No space left on device"},
    {ESPIPE, "Illegal seek"},
    {EDOM, "Numerical argument out of domain"},
    {ERANGE, "Numerical result out of range"},
    {EILSEQ, "Invalid or incomplete multibyte or wide character"},
};

char *strerror(int number) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].number == number)
            return errors[i].text;
    return "Unknown error";
}

char *strerror_r(int number, char *buffer, size_t size) { return (void)buffer, (void)size, strerror(number); }

struct stream;
extern struct stream *stderr;
int vfprintf(struct stream *stream, const char *format, va_list arguments);
_Noreturn void exit(int status);

#define SAY(format)                                                                                                    \
    if (format != NULL) {                                                                                              \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        vfprintf(stderr, format, arguments);                                                                           \
        va_end(arguments);                                                                                             \
    }

void warn(const char *format, ...) { SAY(format) }
void warnx(const char *format, ...) { SAY(format) }
_Noreturn void err(int status, const char *format, ...) {
    SAY(format)
    exit(status);
}
_Noreturn void errx(int status, const char *format, ...) {
    SAY(format)
    exit(status);
}

void error(int status, int number, const char *format, ...) {
    (void)number;
    SAY(format)
    if (status != 0)
        exit(status);
}
