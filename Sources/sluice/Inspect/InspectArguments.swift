import Conversion

/// What `sluice inspect` is asked for.
struct InspectArguments: Sendable {
  /// The archive or the saved page, then the lists.
  var operands: [String] = []
  /// The URL of a saved page; nil for that which stands in it.
  var page: String?
  /// The public suffix list; nil for the system's.
  var suffixes: String?
  var sourceMaps: [String] = []
  /// Tracker Radar's data, for owners; nil for none.
  var trackers: String?
  /// Where the page goes; nil for none.
  var html: String?
  var conversion = ConversionOptions()
  /// All filters of a rule, however many.
  var showsAll = false
  var engine = EngineArguments()
}
