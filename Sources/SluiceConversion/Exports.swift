// Exported, so that all files in this module and in its clients can use the byte utilities.
@_exported import SluiceAnalysis
@_exported import SluiceText
