import Conversion

/// What `sluice report` is asked for.
struct ReportArguments: Sendable {
  /// The lists, which are read as one, or what `sluice build` wrote.
  var inputs: [String] = []
  /// Where the page goes; nil for standard output.
  var output: String?
  /// What to compare with; nil for nothing.
  var previous: String?
  /// The folder of the badges; nil for none.
  var badges: String?
  var conversion = ConversionOptions()
}
