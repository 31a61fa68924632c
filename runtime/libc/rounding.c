/* fenv.h. Floats are computed to the nearest value, and nobody notes exceptions: whatever asks for more is not modelled. */
#include "engine.h"

/* As x86-64 has them. */
enum { TO_NEAREST = 0, DOWN = 0x400, UP = 0x800, TOWARD_ZERO = 0xc00 };

int fegetround(void) { return TO_NEAREST; }

int fesetround(int mode) {
    if (mode == DOWN || mode == UP || mode == TOWARD_ZERO)
        __secateur_not_modelled("rounding to another than the nearest value");
    return mode == TO_NEAREST ? 0 : 1;
}

/* Nothing can be seen of these without the functions below. */
int feclearexcept(int exceptions) { return (void)exceptions, 0; }
int feraiseexcept(int exceptions) { return (void)exceptions, 0; }

int fetestexcept(int exceptions) {
    if (exceptions == 0)
        return 0;
    __secateur_not_modelled("exceptions of floating-point operations");
}

int fegetexceptflag(void *flags, int exceptions) { return (void)flags, fetestexcept(exceptions); }
int fesetexceptflag(const void *flags, int exceptions) { return (void)flags, (void)exceptions, 0; }

static _Noreturn void whole_environment(void) { __secateur_not_modelled("the floating-point environment"); }

int fegetenv(void *to) { (void)to, whole_environment(); }
int fesetenv(const void *from) { (void)from, whole_environment(); }
int feholdexcept(void *to) { (void)to, whole_environment(); }
int feupdateenv(const void *from) { (void)from, whole_environment(); }
int feenableexcept(int exceptions) { (void)exceptions, whole_environment(); }
int fedisableexcept(int exceptions) { return (void)exceptions, 0; }
int fegetexcept(void) { return 0; }
