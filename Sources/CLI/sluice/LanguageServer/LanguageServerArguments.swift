import SluiceConversion

/// The arguments of `sluice lsp`.
struct LanguageServerArguments: Sendable {
  var conversion = ConversionOptions()
}
