#include <stddef.h>

/// A file with a part of the page scripts.
typedef struct {
  /// The file name, without folders.
  const char *_Nonnull name;
  /// The text, followed by a NUL.
  const unsigned char *_Nonnull text;
} ScriptText;

/// Returns all files, and stores their number in `count`.
const ScriptText *_Nonnull page_script_texts(size_t *_Nonnull count);
