import SluiceConversion
import SluicePageEngine

/// The arguments of `sluice try`.
struct TryArguments: Sendable {
  /// The lists to test. With a range of revisions, these are paths in the repository.
  var lists: [String] = []
  /// Saved pages, HAR archives, and folders with such files.
  var pages: [String] = []
  /// The old lists to compare with.
  var against: [String] = []
  /// The revisions of a git repository to take the lists from.
  var git: String?
  /// The public suffix list; nil for the system's list.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// The results that make the exit status 1.
  var failOn = TryThreshold.broken
  /// Whether to load pages in a browser if the result of an expectation is otherwise unknown.
  var usesEngine = false
  /// The maximum time for a page load, in seconds.
  var timeout = EngineTrial().timeout
}

/// The results for which `sluice try` exits with status 1.
enum TryThreshold: String, CaseIterable, Sendable {
  case never
  /// An expectation is broken.
  case broken
  /// An expectation is broken, or anything is newly or no longer blocked or hidden.
  case changed
}
