import ContentBlocker
import Conversion
import TrackerRadar

/// A file to merge.
public struct MergeInput: Sendable {
  /// What it is called: a path or URL.
  public var name: String
  /// Its bytes.
  public var bytes: [UInt8]
  /// The entity tag with which the server gave it, if it is known.
  public var etag: String?

  /// A file to merge.
  public init(name: String, bytes: [UInt8], etag: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.etag = etag
  }
}

/// How to merge.
public struct MergeOptions: Sendable {
  /// How filter lists are converted. Its limit is that of every list that is written.
  public var conversion = ConversionOptions()
  /// How Tracker Radar's data is taken.
  public var trackers = TrackerOptions()
  /// Whether exceptions of one input may lift rules of another. All inputs then become one list.
  public var sharesExceptions = false
  /// Whether exceptions from outside go to the end of every list, where they lift everything, instead of to
  /// the Tracker Radar files.
  public var appendsExceptions = false
  /// What gets a list of its own.
  public var split = MergeSplit.none
  /// Whether inputs whose licences conflict may share a list.
  public var mixesLicences = false

  /// The defaults.
  public init() {}
}

/// What gets a list of its own.
public enum MergeSplit: String, CaseIterable, Hashable, Sendable {
  /// As few lists as mean the same.
  case none
  /// Blocking and hiding apart.
  case action
  /// Every input.
  case input
}

/// Why nothing was merged.
public enum MergeError: Error, Hashable, Sendable {
  /// A JSON file that is neither Tracker Radar nor exceptions, or no JSON.
  case unusable(input: String, TrackerDataProblem)
  /// A rule list that WebKit would reject, or that cannot be held.
  case invalidRules(input: String, RuleListProblem)
  /// Exceptions without the trackers that they are for.
  case exceptionsWithoutTrackers(input: String)
  /// Two Tracker Radar files, each with its own idea of who owns what.
  case severalTrackerFiles([String])
  /// A rule has no room beside the exceptions that it needs: so many rules they are together.
  case tooManyExceptions(inputs: [String], rules: Int, limit: Int)
  /// The limit of the conversion itself.
  case conversion(input: String, ConversionError)
}
