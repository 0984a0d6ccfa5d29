import Conversion

/// What `sluice diff` is asked for.
struct DiffArguments: Sendable {
  /// The old list and the new one.
  var lists: [String] = []
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// At which differences it ends with 1.
  var failOn = DifferenceThreshold.never
}

/// At which differences `sluice diff` ends with 1.
enum DifferenceThreshold: String, CaseIterable, Sendable {
  case never
  /// The new list may act on more of what the old one was there for.
  case widened
  /// Any difference.
  case changed
}
