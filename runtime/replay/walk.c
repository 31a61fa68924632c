/* nftw and ftw in the order of the models: they are the models, on the functions of this runtime. */
#include <stdlib.h>

#include "replay.h"

#define nftw __wrap_nftw
#define nftw64 __wrap_nftw64
#define ftw __wrap_ftw
#define ftw64 __wrap_ftw64
#define stat __wrap_stat
#define lstat __wrap_lstat
#define opendir __wrap_opendir
#define readdir __wrap_readdir
#define closedir __wrap_closedir
#define __secateur_allocate(size) allocate(size)
#define __secateur_not_modelled(what) secateur_replay_stop(what, 1)
#define SECATEUR_LIBC_ENGINE_H

static void *allocate(size_t size) {
    void *block = malloc(size);
    if (!block)
        secateur_replay_stop("out of memory", 1);
    return block;
}

#include "../libc/file_walk.c"
