#include <stddef.h>

/// A script for pages.
typedef struct {
  /// The name of its file, without folders.
  const char *_Nonnull name;
  /// Its text, with a NUL behind it.
  const unsigned char *_Nonnull text;
} ScriptText;

/// All of them, and how many they are.
const ScriptText *_Nonnull page_script_texts(size_t *_Nonnull count);
