// Strings are compared and hashed by their scalars, without the tables of canonical equivalence, which nothing in the
// core needs: names of options and the like are ASCII, and text of lists is compared as bytes.

#include "runtime.h"

enum { NONE = -1 };

const byte *const _swift_stdlib_nfd_decompositions = 0;

// Zero: the scalar is in all normal forms.
unsigned short _swift_stdlib_getNormData(u32 scalar) {
  (void)scalar;
  return 0;
}

u32 _swift_stdlib_getDecompositionEntry(u32 scalar) {
  (void)scalar;
  return (u32)NONE;
}

u32 _swift_stdlib_getComposition(u32 first, u32 second) {
  (void)first, (void)second;
  return (u32)NONE;
}
