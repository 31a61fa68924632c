/* A program, not a shared library. */
#define CMARK_EXPORT
