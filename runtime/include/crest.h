/* CREST's annotations: each macro makes an lvalue of its type an input.
 *
 * The macros call the six external functions below, which Secateur handles by name: the object the pointer points to
 * becomes a fresh input of the pointed-to type. CREST's own instrumentation calls do not exist here; they are the
 * engine's work.
 */
#ifndef SECATEUR_CREST_H
#define SECATEUR_CREST_H

#ifdef __cplusplus
extern "C" {
#endif

void __CrestUChar(unsigned char *x);
void __CrestUShort(unsigned short *x);
void __CrestUInt(unsigned int *x);
void __CrestChar(char *x);
void __CrestShort(short *x);
void __CrestInt(int *x);

#ifdef __cplusplus
}
#endif

#define CREST_unsigned_char(x) __CrestUChar(&(x))
#define CREST_unsigned_short(x) __CrestUShort(&(x))
#define CREST_unsigned_int(x) __CrestUInt(&(x))
#define CREST_char(x) __CrestChar(&(x))
#define CREST_short(x) __CrestShort(&(x))
#define CREST_int(x) __CrestInt(&(x))

#endif
