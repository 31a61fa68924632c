/* fts in the order of the models: it is the models, on the functions of this runtime. */
#include "replay.h"

#define fts_open __wrap_fts_open
#define fts_read __wrap_fts_read
#define fts_set __wrap_fts_set
#define fts_children __wrap_fts_children
#define fts_close __wrap_fts_close
#define fts64_open __wrap_fts64_open
#define fts64_read __wrap_fts64_read
#define fts64_set __wrap_fts64_set
#define fts64_children __wrap_fts64_children
#define fts64_close __wrap_fts64_close
#define stat __wrap_stat
#define lstat __wrap_lstat
#define opendir __wrap_opendir
#define readdir __wrap_readdir
#define closedir __wrap_closedir
#define __secateur_not_modelled(what) secateur_replay_stop(what, 1)
#define SECATEUR_LIBC_ENGINE_H

#include "../libc/tree_walk.c"
