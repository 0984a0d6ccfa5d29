import SluiceConversion

/// The arguments of `sluice report`.
struct ReportArguments: Sendable {
  /// The lists, which are converted together, or the output of `sluice build`.
  var inputs: [String] = []
  /// The output file; nil for standard output.
  var output: String?
  /// The report to compare with; nil for none.
  var previous: String?
  /// The folder for badges; nil to not write them.
  var badges: String?
  var format = ReportFormat.html
  var conversion = ConversionOptions()
}

/// The output format of `sluice report`.
enum ReportFormat: String, CaseIterable, Sendable {
  /// An HTML page for people, which contains the JSON.
  case html
  case json
}
