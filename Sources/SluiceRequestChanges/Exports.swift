// Exported so that all files of this module, and all files that import it, have the rules and their evaluation.
@_exported import SluiceAnalysis
