// Re-exported so that all files of this module can use the byte helpers.
@_exported import SluiceText
