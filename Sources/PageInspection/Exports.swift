// Exported, so that all files in this module can use the byte utilities.
@_exported import Bytes
