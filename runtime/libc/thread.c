/* pthread.h and threads.h for a program with one thread: locks that are free are taken, and whatever would wait for another
 * thread waits for ever, which is not modelled. There is no way to make a second thread. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

/* The kinds of mutexes, at their place in glibc's structure, where a static initialiser puts them. */
enum kind { DESTROYED = -1, NORMAL = 0, RECURSIVE = 1, ERROR_CHECKING = 2, ADAPTIVE = 3 };

struct mutex {
    int locked;
    unsigned count;
    int owner;
    unsigned users;
    int kind;
    char rest[20];
};

struct mutex_attributes {
    int kind;
};

int pthread_mutexattr_init(struct mutex_attributes *attributes) { return attributes->kind = NORMAL, 0; }
int pthread_mutexattr_destroy(struct mutex_attributes *attributes) { return (void)attributes, 0; }
int pthread_mutexattr_setpshared(struct mutex_attributes *a, int shared) { return (void)a, shared & ~1 ? EINVAL : 0; }
int pthread_mutexattr_setprotocol(struct mutex_attributes *a, int which) { return (void)a, which & ~3 ? EINVAL : 0; }
int pthread_mutexattr_setrobust(struct mutex_attributes *a, int robust) { return (void)a, robust & ~1 ? EINVAL : 0; }

int pthread_mutexattr_settype(struct mutex_attributes *attributes, int kind) {
    if (kind < NORMAL || kind > ADAPTIVE)
        return EINVAL;
    attributes->kind = kind;
    return 0;
}

int pthread_mutexattr_gettype(const struct mutex_attributes *attributes, int *kind) {
    *kind = attributes->kind;
    return 0;
}

int pthread_mutex_init(struct mutex *mutex, const struct mutex_attributes *attributes) {
    *mutex = (struct mutex){.kind = attributes == NULL ? NORMAL : attributes->kind};
    return 0;
}

int pthread_mutex_destroy(struct mutex *mutex) {
    if (mutex->locked)
        return EBUSY;
    mutex->kind = DESTROYED;
    return 0;
}

int pthread_mutex_trylock(struct mutex *mutex) {
    if (mutex->kind == DESTROYED)
        return EINVAL;
    if (mutex->locked && mutex->kind != RECURSIVE)
        return EBUSY;
    mutex->locked = 1;
    mutex->count++;
    return 0;
}

int pthread_mutex_lock(struct mutex *mutex) {
    if (mutex->locked && mutex->kind == ERROR_CHECKING)
        return EDEADLK;
    int error = pthread_mutex_trylock(mutex);
    if (error == EBUSY)
        __secateur_not_modelled("a deadlock: the only thread locks a mutex that it holds");
    return error;
}

/* Nobody else will unlock it. */
int pthread_mutex_timedlock(struct mutex *mutex, const void *until) {
    (void)until;
    if (mutex->locked && mutex->kind == ERROR_CHECKING)
        return EDEADLK;
    int error = pthread_mutex_trylock(mutex);
    return error == EBUSY ? ETIMEDOUT : error;
}

int pthread_mutex_clocklock(struct mutex *mutex, int clock, const void *until) {
    (void)clock;
    return pthread_mutex_timedlock(mutex, until);
}

int pthread_mutex_unlock(struct mutex *mutex) {
    if (mutex->kind == DESTROYED)
        return EINVAL;
    if (!mutex->locked) {
        if (mutex->kind == ERROR_CHECKING || mutex->kind == RECURSIVE)
            return EPERM;
        __secateur_not_modelled("a mutex is unlocked that nobody holds");
    }
    if (--mutex->count == 0)
        mutex->locked = 0;
    return 0;
}

/* Conditions: nobody waits, so there is nobody to wake. */
int pthread_cond_init(void *condition, const void *attributes) {
    (void)attributes;
    __builtin_memset(condition, 0, 48);
    return 0;
}

int pthread_cond_destroy(void *condition) { return __secateur_look_at(condition, 48), 0; }
int pthread_cond_signal(void *condition) { return __secateur_look_at(condition, 48), 0; }
int pthread_cond_broadcast(void *condition) { return __secateur_look_at(condition, 48), 0; }
int pthread_condattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_condattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_condattr_setclock(int *attributes, int clock) { return (void)attributes, (void)clock, 0; }

int pthread_cond_wait(void *condition, struct mutex *mutex) {
    (void)condition, (void)mutex;
    __secateur_not_modelled("a deadlock: the only thread waits for a condition");
}

int pthread_cond_timedwait(void *condition, struct mutex *mutex, const void *until) {
    return (void)condition, (void)mutex, (void)until, ETIMEDOUT;
}

/* Locks for readers and writers: the number of readers, or -1 for the writer. */
int pthread_rwlock_init(int *lock, const void *attributes) {
    (void)attributes;
    __builtin_memset(lock, 0, 56);
    return 0;
}

int pthread_rwlock_destroy(int *lock) { return *lock != 0 ? EBUSY : 0; }
int pthread_rwlock_tryrdlock(int *lock) { return *lock < 0 ? EBUSY : (++*lock, 0); }
int pthread_rwlock_trywrlock(int *lock) { return *lock != 0 ? EBUSY : (*lock = -1, 0); }
int pthread_rwlock_rdlock(int *lock) { return *lock < 0 ? EDEADLK : (++*lock, 0); }

int pthread_rwlock_wrlock(int *lock) {
    if (*lock > 0)
        __secateur_not_modelled("a deadlock: the only thread waits for itself to end reading");
    return *lock < 0 ? EDEADLK : (*lock = -1, 0);
}

int pthread_rwlock_unlock(int *lock) {
    if (*lock == 0)
        __secateur_not_modelled("a lock is unlocked that nobody holds");
    *lock = *lock < 0 ? 0 : *lock - 1;
    return 0;
}

/* Spin locks. */
int pthread_spin_init(int *lock, int shared) { return (void)shared, *lock = 1, 0; }
int pthread_spin_destroy(int *lock) { return (void)lock, 0; }
int pthread_spin_trylock(int *lock) { return *lock != 1 ? EBUSY : (*lock = 0, 0); }
int pthread_spin_unlock(int *lock) { return *lock = 1, 0; }

int pthread_spin_lock(int *lock) {
    if (pthread_spin_trylock(lock) != 0)
        __secateur_not_modelled("a deadlock: the only thread waits for a spin lock that it holds");
    return 0;
}

/* A barrier for one. */
int pthread_barrier_init(unsigned *barrier, const void *attributes, unsigned count) {
    (void)attributes;
    return count == 0 ? EINVAL : (*barrier = count, 0);
}

int pthread_barrier_destroy(unsigned *barrier) { return (void)barrier, 0; }

int pthread_barrier_wait(unsigned *barrier) {
    enum { SERIAL_THREAD = -1 };
    if (*barrier > 1)
        __secateur_not_modelled("a deadlock: the only thread waits at a barrier for others");
    return SERIAL_THREAD;
}

/* The thread itself. */
enum { MAIN_THREAD = 1 };

unsigned long pthread_self(void) { return MAIN_THREAD; }
int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int pthread_setcancelstate(int state, int *old) { return old != NULL ? *old = 0 : 0, state & ~1 ? EINVAL : 0; }
int pthread_setcanceltype(int type, int *old) { return old != NULL ? *old = 0 : 0, type & ~1 ? EINVAL : 0; }
void pthread_testcancel(void) {}

static _Noreturn void second_thread(void) { __secateur_not_modelled("a second thread: programs with threads are not explored"); }

int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument) {
    (void)thread, (void)attributes, (void)start, (void)argument, second_thread();
}

/* Once. */
int pthread_once(int *done, void (*function)(void)) {
    enum { IS_DONE = 2 };
    if (*done != IS_DONE) {
        *done = IS_DONE;
        function();
    }
    return 0;
}

/* Values of the thread. Destructors run when a thread ends by pthread_exit, which is not here. */
enum { KEYS = 64 };
static const void *values[KEYS];
static _Bool in_use[KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    (void)destructor;
    for (unsigned i = 0; i < KEYS; i++)
        if (!in_use[i]) {
            in_use[i] = 1;
            values[i] = NULL;
            *key = i;
            return 0;
        }
    __secateur_not_modelled("more than 64 keys of threads");
}

int pthread_key_delete(unsigned key) { return key < KEYS && in_use[key] ? (in_use[key] = 0, 0) : EINVAL; }
void *pthread_getspecific(unsigned key) { return key < KEYS && in_use[key] ? (void *)values[key] : NULL; }

int pthread_setspecific(unsigned key, const void *value) {
    if (key >= KEYS || !in_use[key])
        return EINVAL;
    values[key] = value;
    return 0;
}

/* threads.h: the same with other results. */
enum { SUCCESS = 0, BUSY = 1, ERROR = 2 };

int mtx_init(struct mutex *mutex, int type) {
    enum { IS_RECURSIVE = 1, IS_TIMED = 2 };
    if (type & ~(IS_RECURSIVE | IS_TIMED))
        return ERROR;
    *mutex = (struct mutex){.kind = type & IS_RECURSIVE ? RECURSIVE : NORMAL};
    return SUCCESS;
}

void mtx_destroy(struct mutex *mutex) { (void)mutex; }
int mtx_lock(struct mutex *mutex) { return pthread_mutex_lock(mutex) == 0 ? SUCCESS : ERROR; }
int mtx_trylock(struct mutex *mutex) { return pthread_mutex_trylock(mutex) == 0 ? SUCCESS : BUSY; }
int mtx_unlock(struct mutex *mutex) { return pthread_mutex_unlock(mutex) == 0 ? SUCCESS : ERROR; }

int mtx_timedlock(struct mutex *mutex, const void *until) {
    enum { TIMED_OUT = 4 };
    return pthread_mutex_timedlock(mutex, until) == 0 ? SUCCESS : TIMED_OUT;
}

void call_once(int *done, void (*function)(void)) { pthread_once(done, function); }
int cnd_init(void *condition) { return pthread_cond_init(condition, NULL), SUCCESS; }
void cnd_destroy(void *condition) { (void)condition; }
int cnd_signal(void *condition) { return (void)condition, SUCCESS; }
int cnd_broadcast(void *condition) { return (void)condition, SUCCESS; }
int cnd_wait(void *condition, struct mutex *mutex) { return pthread_cond_wait(condition, mutex); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) == 0 ? SUCCESS : ERROR; }
unsigned long thrd_current(void) { return MAIN_THREAD; }
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
void thrd_yield(void) {}
int sched_yield(void) { return 0; }

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
    (void)thread, (void)start, (void)argument, second_thread();
}

int thrd_sleep(const long wanted[2], long *left) {
    (void)left;
    return ((wanted[0] < 0) | (wanted[1] < 0) | (wanted[1] >= 1000000000)) ? -2 : 0;
}
