// VERDICT: unsafe
// Every type of SV-COMP's inputs takes its extreme values, and no others.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
uint8_t __VERIFIER_nondet_u8(void);
uint16_t __VERIFIER_nondet_u16(void);
uint32_t __VERIFIER_nondet_u32(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    assert((int)__VERIFIER_nondet_bool() <= 1);
    assert(__VERIFIER_nondet_bool() != 1);                            // BUG: assertion-failure
    assert(__VERIFIER_nondet_char() != -128);                         // BUG: assertion-failure
    assert(__VERIFIER_nondet_schar() != 127);                         // BUG: assertion-failure
    assert(__VERIFIER_nondet_uchar() != 255);                         // BUG: assertion-failure
    assert(__VERIFIER_nondet_short() != -32768);                      // BUG: assertion-failure
    assert(__VERIFIER_nondet_ushort() != 65535);                      // BUG: assertion-failure
    assert(__VERIFIER_nondet_int() != -2147483647 - 1);               // BUG: assertion-failure
    assert(__VERIFIER_nondet_uint() != 4294967295u);                  // BUG: assertion-failure
    assert(__VERIFIER_nondet_long() != -9223372036854775807 - 1);     // BUG: assertion-failure
    assert(__VERIFIER_nondet_ulong() != 18446744073709551615u);       // BUG: assertion-failure
    assert(__VERIFIER_nondet_longlong() != 9223372036854775807);      // BUG: assertion-failure
    assert(__VERIFIER_nondet_ulonglong() != 18446744073709551614u);   // BUG: assertion-failure
    assert(__VERIFIER_nondet_size_t() != 12345678901u);               // BUG: assertion-failure
    assert(__VERIFIER_nondet_u8() != 254);                            // BUG: assertion-failure
    assert(__VERIFIER_nondet_u16() != 65534);                         // BUG: assertion-failure
    assert(__VERIFIER_nondet_u32() != 4294967294u);                   // BUG: assertion-failure
    assert(__VERIFIER_nondet_float() != -0.5f);                       // BUG: assertion-failure
    assert(__VERIFIER_nondet_double() != 1e300);                      // BUG: assertion-failure
    return 0;
}
