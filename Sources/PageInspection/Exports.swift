// Exported, so that every file here has the words for bytes.
@_exported import Bytes
