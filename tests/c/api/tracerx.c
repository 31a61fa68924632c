// VERDICT: safe
// TracerX's debugging calls are accepted and ignored.
#include <klee/klee.h>
void tracerx_debug_subsumption_on(void);
void tracerx_debug_state_off(void);

int main(void) {
    tracerx_debug_subsumption_on();
    klee_merge();
    tracerx_debug_state_off();
    return 0;
}
