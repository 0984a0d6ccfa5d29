#include <stddef.h>

/// A file of the conformance page.
typedef struct {
  /// The file name.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
} ConformanceFile;

/// Returns all files, and stores their number in `count`.
const ConformanceFile *_Nonnull conformance_files(size_t *_Nonnull count);
