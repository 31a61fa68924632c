/* What jansson's configure would write. */
#include <stdint.h>
