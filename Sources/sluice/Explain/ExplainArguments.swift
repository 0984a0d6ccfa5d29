import Conversion

/// What `sluice explain` is asked for.
struct ExplainArguments: Sendable {
  /// A filter or the id of a reason; nil for all reasons.
  var text: String?
  var conversion = ConversionOptions()
}
