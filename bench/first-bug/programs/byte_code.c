// Byte code with four registers: a magic number, a length, then instructions with operands.
// INPUT: fuzzer
// BUG: an indexed load adds a register to its address after the address was checked.
// SHOWS: run
// CRASH: VM01\x06\x10\x7f\x31\x3f\x00\x00
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { REGISTERS = 4, MEMORY = 64, STEPS = 100 };

enum operation { HALT, SET, ADD, LOAD, STORE, JUMP, NOT_ZERO, DIVIDE };

static unsigned run(const uint8_t *code, size_t n) {
    unsigned registers[REGISTERS] = {0};
    uint8_t memory[MEMORY] = {0};
    size_t at = 0;
    for (int step = 0; step < STEPS && at + 1 < n; step++) {
        unsigned operation = code[at] >> 4, r = code[at] & 3, s = code[at] >> 2 & 3, operand = code[at + 1];
        at += 2;
        switch (operation) {
        case HALT: return registers[0];
        case SET: registers[r] = operand; break;
        case ADD: registers[r] += registers[s] + operand; break;
        case LOAD:
            if (operand >= MEMORY)
                return 0;
#ifdef FIXED
            if (registers[s] >= MEMORY - operand)
                return 0;
#endif
            registers[r] = memory[operand + registers[s]];
            break;
        case STORE:
            if (operand >= MEMORY)
                return 0;
            memory[operand] = (uint8_t)registers[r];
            break;
        case JUMP: at = operand; break;
        case NOT_ZERO:
            if (registers[r] != 0)
                at = operand;
            break;
        case DIVIDE:
            if (registers[s] == 0)
                return 0;
            registers[r] /= registers[s];
            break;
        default: return 0;
        }
    }
    return registers[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 7 || memcmp(data, "VM01", 4) != 0)
        return 0;
    size_t n = data[4];
    if (n > size - 5)
        return 0;
    return run(data + 5, n) == 1 ? 0 : 0;
}
