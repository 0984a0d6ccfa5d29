// Exported so that all files of this module, and all files that import it, have the helpers for bytes.
@_exported import Bytes
