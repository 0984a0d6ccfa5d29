import Conversion

/// What `sluice lsp` is asked for.
struct LanguageServerArguments: Sendable {
  var conversion = ConversionOptions()
}
