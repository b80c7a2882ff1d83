// Included before everything else in builds with ThreadSanitizer, which up to GCC 12 does not see
// pthread_mutex_clocklock, and takes what such a lock protects for unprotected. Without it, the
// library waits with pthread_mutex_timedlock, which is seen.

#include <version>

#undef _GLIBCXX_USE_PTHREAD_MUTEX_CLOCKLOCK
