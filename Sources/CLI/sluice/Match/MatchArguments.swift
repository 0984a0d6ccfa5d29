import SluiceAnalysis
import SluiceConversion
import SluiceRules

/// The arguments of `sluice match`.
struct MatchArguments: Sendable {
  /// The lists, and `-` to read requests from standard input.
  var lists: [String] = []
  /// The URL of the page. The next three properties describe the request.
  var page: String?
  var url: String?
  var requestType: Request.Kind?
  var frame: String?
  /// The question about elements, instead of a request.
  var elements = ElementArguments()
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// Whether to print output that is otherwise truncated.
  var showsAll = false
}
