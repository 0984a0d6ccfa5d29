// Reads a decimal number, for Swift's Double. Numbers of up to 15 digits with an exponent of up to 22 are read exactly,
// others to within their last binary digits.

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
