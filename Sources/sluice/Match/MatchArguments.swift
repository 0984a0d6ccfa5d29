import ContentBlocker
import Conversion

/// The arguments of `sluice match`.
struct MatchArguments: Sendable {
  /// The lists, and `-` to read requests from standard input.
  var lists: [String] = []
  /// The request: its page, URL and type.
  var page: String?
  var url: String?
  var requestType: Request.Kind?
  var frame: String?
  /// The question about elements, as an alternative.
  var elements = ElementArguments()
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// Whether to print output that is otherwise truncated.
  var showsAll = false
}
