import SluiceConversion

/// The arguments of `sluice explain`.
struct ExplainArguments: Sendable {
  /// A filter or the identifier of a reason; nil for all reasons.
  var text: String?
  var conversion = ConversionOptions()
}
