// Copies and comparisons of bytes. The instructions for whole regions call the engine, which for few bytes takes longer
// than the bytes.

#include "runtime.h"

typedef unsigned long long u64;
typedef u64 __attribute__((aligned(1), may_alias)) word;

enum { FEW = 64 };

void *memcpy(void *to, const void *from, u32 count) {
  if (count > FEW) return __builtin_memcpy(to, from, count);
  char *target = to;
  const char *source = from;
  for (; count >= 8; count -= 8, target += 8, source += 8) *(word *)target = *(const word *)source;
  for (; count; count -= 1) *target++ = *source++;
  return to;
}

void *memmove(void *to, const void *from, u32 count) {
  if ((u32)to - (u32)from >= count) return memcpy(to, from, count);
  return __builtin_memmove(to, from, count);
}

void *memset(void *to, int value, u32 count) {
  if (count > FEW) return __builtin_memset(to, value, count);
  for (char *target = to; count; count -= 1) *target++ = (char)value;
  return to;
}

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

u32 strlen(const char *text) {
  u32 count = 0;
  while (text[count]) count += 1;
  return count;
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
