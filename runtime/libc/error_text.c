/* strerror, err.h and error.h. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

/* By number, as Linux and glibc have them. */
static char *const texts[] = {
    [0] = "Success",
    [1] = "Operation not permitted",
    [2] = "No such file or directory",
    [3] = "No such process",
    [4] = "Interrupted system call",
    [5] = "Input/output error",
    [6] = "No such device or address",
    [7] = "Argument list too long",
    [8] = "Exec format error",
    [9] = "Bad file descriptor",
    [10] = "No child processes",
    [11] = "Resource temporarily unavailable",
    [12] = "Cannot allocate memory",
    [13] = "Permission denied",
    [14] = "Bad address",
    [15] = "Block device required",
    [16] = "Device or resource busy",
    [17] = "File exists",
    [18] = "Invalid cross-device link",
    [19] = "No such device",
    [20] = "Not a directory",
    [21] = "Is a directory",
    [22] = "Invalid argument",
    [23] = "Too many open files in system",
    [24] = "Too many open files",
    [25] = "Inappropriate ioctl for device",
    [26] = "Text file busy",
    [27] = "File too large",
    [28] = "No space left on device",
    [29] = "Illegal seek",
    [30] = "Read-only file system",
    [31] = "Too many links",
    [32] = "Broken pipe",
    [33] = "Numerical argument out of domain",
    [34] = "Numerical result out of range",
    [35] = "Resource deadlock avoided",
    [36] = "File name too long",
    [37] = "No locks available",
    [38] = "Function not implemented",
    [39] = "Directory not empty",
    [40] = "Too many levels of symbolic links",
    [42] = "No message of desired type",
    [43] = "Identifier removed",
    [44] = "Channel number out of range",
    [45] = "Level 2 not synchronized",
    [46] = "Level 3 halted",
    [47] = "Level 3 reset",
    [48] = "Link number out of range",
    [49] = "Protocol driver not attached",
    [50] = "No CSI structure available",
    [51] = "Level 2 halted",
    [52] = "Invalid exchange",
    [53] = "Invalid request descriptor",
    [54] = "Exchange full",
    [55] = "No anode",
    [56] = "Invalid request code",
    [57] = "Invalid slot",
    [59] = "Bad font file format",
    [60] = "Device not a stream",
    [61] = "No data available",
    [62] = "Timer expired",
    [63] = "Out of streams resources",
    [64] = "Machine is not on the network",
    [65] = "Package not installed",
    [66] = "Object is remote",
    [67] = "Link has been severed",
    [68] = "Advertise error",
    [69] = "Srmount error",
    [70] = "Communication error on send",
    [71] = "Protocol error",
    [72] = "Multihop attempted",
    [73] = "RFS specific error",
    [74] = "Bad message",
    [75] = "Value too large for defined data type",
    [76] = "Name not unique on network",
    [77] = "File descriptor in bad state",
    [78] = "Remote address changed",
    [79] = "Can not access a needed shared library",
    [80] = "Accessing a corrupted shared library",
    [81] = ".lib section in a.out corrupted",
    [82] = "Attempting to link in too many shared libraries",
    [83] = "Cannot exec a shared library directly",
    [84] = "Invalid or incomplete multibyte or wide character",
    [85] = "Interrupted system call should be restarted",
    [86] = "Streams pipe error",
    [87] = "Too many users",
    [88] = "Socket operation on non-socket",
    [89] = "Destination address required",
    [90] = "Message too long",
    [91] = "Protocol wrong type for socket",
    [92] = "Protocol not available",
    [93] = "Protocol not supported",
    [94] = "Socket type not supported",
    [95] = "Operation not supported",
    [96] = "Protocol family not supported",
    [97] = "Address family not supported by protocol",
    [98] = "Address already in use",
    [99] = "Cannot assign requested address",
    [100] = "Network is down",
    [101] = "Network is unreachable",
    [102] = "Network dropped connection on reset",
    [103] = "Software caused connection abort",
    [104] = "Connection reset by peer",
    [105] = "No buffer space available",
    [106] = "Transport endpoint is already connected",
    [107] = "Transport endpoint is not connected",
    [108] = "Cannot send after transport endpoint shutdown",
    [109] = "Too many references: cannot splice",
    [110] = "Connection timed out",
    [111] = "Connection refused",
    [112] = "Host is down",
    [113] = "No route to host",
    [114] = "Operation already in progress",
    [115] = "Operation now in progress",
    [116] = "Stale file handle",
    [117] = "Structure needs cleaning",
    [118] = "Not a XENIX named type file",
    [119] = "No XENIX semaphores available",
    [120] = "Is a named type file",
    [121] = "Remote I/O error",
    [122] = "Disk quota exceeded",
    [123] = "No medium found",
    [124] = "Wrong medium type",
    [125] = "Operation canceled",
    [126] = "Required key not available",
    [127] = "Key has expired",
    [128] = "Key has been revoked",
    [129] = "Key was rejected by service",
    [130] = "Owner died",
    [131] = "State not recoverable",
    [132] = "Operation not possible due to RF-kill",
    [133] = "Memory page has hardware error",
};

static const char *text_of(int number) {
    return number >= 0 && number < (int)(sizeof texts / sizeof *texts) ? texts[number] : NULL;
}

/* "Unknown error 1234" */
static void put_unknown(char *to, int number) {
    static const char words[] = "Unknown error ";
    char digits[12];
    unsigned count = 0, rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    __builtin_memcpy(to, words, sizeof words - 1);
    to += sizeof words - 1;
    if (number < 0)
        *to++ = '-';
    while (count > 0)
        *to++ = digits[--count];
    *to = 0;
}

char *strerror(int number) {
    static char unknown[32];
    const char *known = text_of(number);
    if (known != NULL)
        return (char *)known;
    put_unknown(unknown, number);
    return unknown;
}

/* GNU's: the text is put into the buffer only where it is not known. */
char *strerror_r(int number, char *buffer, size_t size) {
    char unknown[32];
    const char *known = text_of(number);
    if (known != NULL || size == 0)
        return known != NULL ? (char *)known : buffer;
    put_unknown(unknown, number);
    size_t i = 0;
    for (; i + 1 < size && unknown[i] != 0; i++)
        buffer[i] = unknown[i];
    buffer[i] = 0;
    return buffer;
}

/* POSIX's. */
int __xpg_strerror_r(int number, char *buffer, size_t size) {
    const char *text = strerror(number);
    size_t i = 0;
    for (; i + 1 < size && text[i] != 0; i++)
        buffer[i] = text[i];
    if (size > 0)
        buffer[i] = 0;
    return text_of(number) == NULL ? EINVAL : text[i] != 0 ? ERANGE : 0;
}

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

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

void error(int status, int number, const char *format, ...) {
    (void)number;
    error_message_count++;
    SAY(format)
    if (status != 0)
        exit(status);
}

/* A message of a line of another file; of one and the same only the first, where that is asked for. */
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    int strcmp(const char *a, const char *b);
    static const char *last_file;
    static unsigned last_line;
    (void)number;
    if (error_one_per_line) {
        if (last_line == line && (file == last_file || (file != NULL && last_file != NULL && strcmp(file, last_file) == 0)))
            return;
        last_file = file;
        last_line = line;
    }
    error_message_count++;
    SAY(format)
    if (status != 0)
        exit(status);
}

void vwarn(const char *format, va_list arguments) {
    if (format != NULL)
        vfprintf(stderr, format, arguments);
}
void vwarnx(const char *format, va_list arguments) { vwarn(format, arguments); }
_Noreturn void verr(int status, const char *format, va_list arguments) {
    vwarn(format, arguments);
    exit(status);
}
_Noreturn void verrx(int status, const char *format, va_list arguments) { verr(status, format, arguments); }
void psignal(int number, const char *text) { (void)number, (void)text; }

/* Names of signals, as glibc has them on x86-64. */
static const char *const signal_texts[] = {
    [1] = "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
    "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault", "User defined signal 2", "Broken pipe",
    "Alarm clock", "Terminated", "Stack fault", "Child exited", "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)",
    "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded", "File size limit exceeded",
    "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible", "Power failure", "Bad system call",
};

const char *sigdescr_np(int number) {
    return number >= 1 && number <= 31 ? signal_texts[number] : NULL;
}

char *strsignal(int number) {
    static char other[40];
    if (number >= 1 && number <= 31)
        return (char *)signal_texts[number];
    _Bool real_time = number >= 34 && number <= 64;
    const char *words = real_time ? "Real-time signal " : "Unknown signal ";
    unsigned rest = real_time ? (unsigned)number - 34 : number < 0 ? 0u - (unsigned)number : (unsigned)number, count = 0;
    char digits[12], *to = other;
    while (*words != 0)
        *to++ = *words++;
    if (number < 0)
        *to++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    while (count > 0)
        *to++ = digits[--count];
    *to = 0;
    return other;
}
