// Comparisons of bytes. Copies are instructions of WebAssembly.

#include "runtime.h"

typedef unsigned long long u64;
typedef u64 __attribute__((aligned(1), may_alias)) word;

int memcmp(const void *first, const void *second, u32 count) {
  const byte *a = first, *b = second;
  while (count >= 8 && *(const word *)a == *(const word *)b) {
    a += 8;
    b += 8;
    count -= 8;
  }
  for (; count; count -= 1, a += 1, b += 1) {
    if (*a != *b) return *a - *b;
  }
  return 0;
}

// Swift asks for random bytes for the order of its hash tables, on which no output depends.
void arc4random_buf(void *to, u32 count) {
  static u32 state = 0x9e3779b9;
  for (byte *target = to; count; count -= 1) {
    state = state * 1664525 + 1013904223;
    *target++ = (byte)(state >> 24);
  }
}

// Messages of failed preconditions end here. The engine reports where the module stopped.
int putchar(int character) { return character; }
