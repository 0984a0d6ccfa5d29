// Re-exported, so that every file in this module and its clients can use the byte and JSON types.
@_exported import SluiceText
