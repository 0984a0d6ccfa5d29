@_exported import SluiceRules
@_exported import SluiceText
