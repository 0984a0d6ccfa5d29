// Numbers. Decimal numbers of up to 15 digits with an exponent of up to 22 are read exactly for Swift's Double, others to
// within their last binary digits.

#include "runtime.h"

typedef unsigned long long u64;

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  int is_negative = *text == '-';
  if (*text == '-' || *text == '+') text += 1;
  u64 digits = 0;
  int exponent = 0, has_digits = 0, is_fraction = 0;
  for (;; text += 1) {
    if (*text == '.' && !is_fraction) {
      is_fraction = 1;
      continue;
    }
    if (*text < '0' || *text > '9') break;
    has_digits = 1;
    if (digits < 100000000000000000) {
      digits = digits * 10 + (u64)(*text - '0');
      if (is_fraction) exponent -= 1;
    } else if (!is_fraction && exponent < 1000) {
      exponent += 1;
    }
  }
  if (!has_digits) return 0;
  if (*text == 'e' || *text == 'E') {
    const char *mark = text;
    text += 1;
    int is_small = *text == '-', written = 0;
    if (*text == '-' || *text == '+') text += 1;
    if (*text < '0' || *text > '9') {
      text = mark;
    } else {
      for (; *text >= '0' && *text <= '9'; text += 1) {
        if (written < 10000) written = written * 10 + (*text - '0');
      }
      exponent += is_small ? -written : written;
    }
  }
  double number = (double)digits, scale = 1, power = 10;
  unsigned left = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent;
  if (left > 400) left = 400;
  for (; left; left >>= 1, power *= power) {
    if (left & 1) scale *= power;
  }
  if (digits) number = exponent < 0 ? number / scale : number * scale;
  *result = is_negative ? -number : number;
  return text;
}

union wide {
  __int128 whole;
  struct {
    u64 low, high;
  };
};

// The product of numbers with 128 bits, by which the compiler finds overflows of products with 64.
__int128 __multi3(__int128 first, __int128 second) {
  union wide a = {first}, b = {second}, product;
  u64 mask = 0xffffffff, a0 = a.low & mask, a1 = a.low >> 32, b0 = b.low & mask, b1 = b.low >> 32;
  u64 low = a0 * b0, middle = a1 * b0 + (low >> 32), carry = (middle & mask) + a0 * b1;
  product.low = (carry << 32) | (low & mask);
  product.high = a1 * b1 + (middle >> 32) + (carry >> 32) + a.low * b.high + a.high * b.low;
  return product.whole;
}
