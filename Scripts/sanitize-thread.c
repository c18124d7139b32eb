// Tells the thread sanitizer of synchronisation inside libraries that are built without it; preloaded by sanitize.sh.
//
// A thread that waits for a Synchronization.Mutex, or wakes one that does, goes through a function of the toolchain's
// library, which the sanitizer does not see: what the mutex guards would look unguarded wherever two threads meet. Each
// function here does the library's own work and names the mutex to the sanitizer. Nothing of the product changes, and
// in programs without the sanitizer its two functions are null.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define MUTEX "$s15Synchronization12_MutexHandleV"
#define LOCK_SLOW MUTEX "9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW MUTEX "12_tryLockSlowSbyF"
#define UNLOCK_SLOW MUTEX "11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void lock_function(uint32_t thread, SELF void *mutex);
typedef SWIFT bool try_function(SELF void *mutex);
typedef SWIFT void unlock_function(SELF void *mutex);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK_SLOW);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);

static void acquire(void *address) {
  if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
  if (__tsan_release) __tsan_release(address);
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  ((lock_function *)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, mutex);
  acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
  bool locked = ((try_function *)dlsym(RTLD_NEXT, TRY_LOCK_SLOW))(mutex);
  if (locked) acquire(mutex);
  return locked;
}

SWIFT void unlock_slow(SELF void *mutex) {
  release(mutex);
  ((unlock_function *)dlsym(RTLD_NEXT, UNLOCK_SLOW))(mutex);
}
