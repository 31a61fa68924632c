/* What the build would fill in. */
#define CMARK_VERSION 30
#define CMARK_VERSION_STRING "0.30"
