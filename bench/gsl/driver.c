/* Calls one function of GSL on arbitrary numbers. CALL is the call; SOURCE, if it is given, the file of GSL that holds
 * the function, because no header declares it. */
#ifdef SOURCE
#include SOURCE
#endif
#include <stddef.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf.h>

double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
#define NUMBER __VERIFIER_nondet_double()
#define INTEGER __VERIFIER_nondet_int()

enum { MOST = 5 };
static double a[MOST], b[MOST], c[MOST], d[MOST], x[MOST];

/* For the solvers: up to MOST equations with arbitrary coefficients. */
static size_t equations(void) {
    for (int i = 0; i < MOST; i++) {
        a[i] = NUMBER;
        b[i] = NUMBER;
        c[i] = NUMBER;
        d[i] = NUMBER;
    }
    return (unsigned)INTEGER % (MOST + 1);
}

int main(void) {
    gsl_sf_result r, s, t, u;
    double v, w, z;
    gsl_set_error_handler_off();
    return CALL;
}
