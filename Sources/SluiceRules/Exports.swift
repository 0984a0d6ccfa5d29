// Exported so that all files of this module, and all files that import it, have the helpers for bytes and
// JSON.
@_exported import SluiceText
