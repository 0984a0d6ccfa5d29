import SluiceConversion

/// The arguments of `sluice inspect`.
struct InspectArguments: Sendable {
  /// The archive or saved page, followed by the lists.
  var operands: [String] = []
  /// The URL of a saved page; nil for the URL that the page contains.
  var page: String?
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  /// The file with Tracker Radar data, which names the owners of hosts; nil for none.
  var trackers: String?
  /// The output file for the HTML page; nil to not write one.
  var html: String?
  var conversion = ConversionOptions()
  /// Whether to print all filters of a rule.
  var showsAll = false
  var engine = EngineArguments()
}
