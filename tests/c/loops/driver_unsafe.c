// A read asks whether the device is open, not whether it has a buffer.
// VERDICT: unsafe unknown
// OPTIONS: --max-instructions 3000
#include "loops.h"
#include <stddef.h>

enum { OPEN, CLOSE, MAP, UNMAP, READ };

static struct device {
    int users;
    char *buffer;
} device;
static char page[8];

static int ioctl(unsigned command, unsigned argument) {
    switch (command) {
    case OPEN:
        if (device.users)
            return -1;
        device.users = 1;
        return 0;
    case CLOSE:
        if (!device.users)
            return -1;
        device.users = 0;
        device.buffer = NULL;
        return 0;
    case MAP:
        if (!device.users || device.buffer)
            return -1;
        device.buffer = page;
        return 0;
    case UNMAP:
        device.buffer = NULL;
        return 0;
    case READ:
        if (!device.users)
            return -1;
        return device.buffer[argument % 8]; // MAYBE: null-dereference
    }
    return -1;
}

int main(void) {
    while (1)
        ioctl(pick(5), pick(8));
}
