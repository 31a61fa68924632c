/* Where an installed yajl has it. */
#include "api/yajl_tree.h"
