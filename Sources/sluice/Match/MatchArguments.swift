import ContentBlocker
import Conversion

/// What `sluice match` is asked for.
struct MatchArguments: Sendable {
  /// The lists, and `-` where loads are read from standard input.
  var lists: [String] = []
  /// The load: the page, what it loads, for what, in which frame.
  var page: String?
  var url: String?
  var requestType: Request.Kind?
  var frame: String?
  /// What is asked about elements instead.
  var elements = ElementArguments()
  /// The public suffix list; nil for the system's.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// All of what is otherwise cut short.
  var showsAll = false
}
