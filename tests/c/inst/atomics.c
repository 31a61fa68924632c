// VERDICT: safe
// Atomic operations, one thread: what each returns and what it leaves behind.
#include <assert.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xffff;
    int cell = x;
    assert(__atomic_fetch_add(&cell, 5, __ATOMIC_SEQ_CST) == x && cell == x + 5);
    assert(__atomic_sub_fetch(&cell, 2, __ATOMIC_RELAXED) == x + 3);
    assert(__atomic_fetch_xor(&cell, 0xff, __ATOMIC_SEQ_CST) == x + 3 && cell == ((x + 3) ^ 0xff));
    assert(__atomic_exchange_n(&cell, 42, __ATOMIC_ACQ_REL) == ((x + 3) ^ 0xff));
    assert(__atomic_fetch_nand(&cell, 10, __ATOMIC_SEQ_CST) == 42 && cell == ~(42 & 10));
    cell = x;
    int expected = 7;
    _Bool swapped = __atomic_compare_exchange_n(&cell, &expected, 99, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(swapped == (x == 7));
    assert(swapped ? cell == 99 && expected == 7 : cell == x && expected == x);
    cell = x;
    assert(__atomic_fetch_max(&cell, 100, __ATOMIC_SEQ_CST) == x && cell == (x > 100 ? x : 100));
    cell = x;
    assert(__sync_fetch_and_or(&cell, 1) == x && cell == (x | 1));

    _Atomic long counter = 3;
    counter += 4;
    counter++;
    assert(atomic_load(&counter) == 8);
    atomic_store(&counter, -1);
    assert(atomic_fetch_and(&counter, 0xff) == -1 && counter == 0xff);
    atomic_flag flag = ATOMIC_FLAG_INIT;
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_thread_fence(memory_order_seq_cst);
    return 0;
}
