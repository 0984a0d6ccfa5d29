// Exported, so that every file here, and every file that imports this module, has `span` on arrays.
@_exported import ArraySpan
