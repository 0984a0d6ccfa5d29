// Exported, so that every file here, and every file that imports this module, has the words for bytes and JSON.
@_exported import Bytes
@_exported import JSON
