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
  /// How the report is written.
  var format = ReportFormat.html
  var conversion = ConversionOptions()
}

/// How a report is written.
enum ReportFormat: String, CaseIterable, Sendable {
  /// A page for people, which has the JSON in it.
  case html
  case json
}
