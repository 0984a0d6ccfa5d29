#include "AllocationCounter.h"

#include <stdlib.h>

#ifdef __GLIBC__

// Programs that are linked with these use them in place of the C library's, and so does every library in the process.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static _Thread_local size_t bytes;

void *malloc(size_t size) {
  bytes += size;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  bytes += count * size;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  bytes += size;
  return __libc_realloc(memory, size);
}

size_t allocated_bytes(void) { return bytes; }

#else

size_t allocated_bytes(void) { return 0; }

#endif
