// Exported so that all files of this module, and all files that import it, have the rules that it analyzes.
@_exported import SluiceRules
