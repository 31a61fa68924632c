// VERDICT: safe
// 16-bit floats, concretely.
#include <assert.h>

int main(void) {
    volatile _Float16 a = 2048.0f16, one = 1.0f16;
    assert((float)(_Float16)(a + one) == 2048.0f);
    assert((float)(_Float16)(a + (_Float16)2) == 2050.0f);
    volatile float big = 65520.0f;
    assert((float)(_Float16)big == __builtin_inff());
    volatile double third = 1.0 / 3.0;
    assert((double)(_Float16)third == 0.333251953125);
    volatile _Float16 tiny = 0x1p-24f16;
    assert((float)tiny == 0x1p-24f && (float)(_Float16)(tiny / 2) == 0.0f);
    assert((int)a == 2048 && (_Float16)3 < (_Float16)4);
    return 0;
}
