/* Where an installed yajl has it. */
#include "api/yajl_parse.h"
