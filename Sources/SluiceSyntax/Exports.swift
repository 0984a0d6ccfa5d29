// Re-exported so that all files of this module, and all files that import it, can use the byte helpers.
@_exported import SluiceText
