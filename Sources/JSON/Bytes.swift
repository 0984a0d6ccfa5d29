// Exported so that all files of this module have the helpers for bytes.
@_exported import Bytes
