// Exported, so that every file here, and every file that imports this module, has the words for bytes.
@_exported import Bytes
