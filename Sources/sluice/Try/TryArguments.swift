import Conversion
import PageEngine

/// What `sluice try` is asked for.
struct TryArguments: Sendable {
  /// The lists that are tried; with a range of revisions paths in the repository.
  var lists: [String] = []
  /// Saved pages, HARs, and folders of such.
  var pages: [String] = []
  /// The lists of before.
  var against: [String] = []
  /// Revisions of a git repository in the place of files.
  var git: String?
  /// The public suffix list; nil for the system's.
  var suffixes: String?
  var sourceMaps: [String] = []
  var conversion = ConversionOptions()
  /// At what it ends with 1.
  var failOn = TryThreshold.broken
  /// Whether pages are loaded where it is not known otherwise what becomes of an expectation.
  var usesEngine = false
  /// How long a load of a page may take, in seconds.
  var timeout = EngineTrial().timeout
}

/// At what `sluice try` ends with 1.
enum TryThreshold: String, CaseIterable, Sendable {
  case never
  /// An expectation is broken.
  case broken
  /// Also anything that is blocked or hidden and was not, or the other way round.
  case changed
}
