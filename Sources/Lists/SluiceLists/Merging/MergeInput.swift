#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceConversion
import SluiceTrackers

/// A file to merge.
public struct MergeInput: Sendable {
  /// The path or URL of the file.
  public var name: String
  /// The contents of the file.
  public var bytes: [UInt8]
  /// The entity tag from the server, if known.
  public var etag: String?

  /// Creates an input from its contents.
  public init(name: String, bytes: some InputBytes & ~Escapable, etag: String? = nil) {
    self.name = name
    self.bytes = bytes.inputArray()
    self.etag = etag
  }

  /// Reads a local file and names the input after its path.
  public init(contentsOf file: URL) throws(FileProblem) {
    let text = try FileText(contentsOf: file)
    self.init(name: text.path, bytes: text)
  }
}

extension MergeInput: InputBytes {
  /// The ``name``.
  public var inputName: String? { name }

  /// Calls a closure with ``bytes``.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(bytes.span) }

  /// Returns ``bytes``.
  public func inputArray() -> [UInt8] { bytes }
}

/// Options of a merge.
public struct MergeOptions: Sendable {
  /// Options for converting filter lists. The limits also apply to every list that is written.
  public var conversion = ConversionOptions()
  /// Options for Tracker Radar data.
  public var trackers = TrackerOptions()
  /// The version of the app that uses the lists, for features of a privacy configuration that need a version;
  /// nil for the newest.
  public var appVersion: String?
  /// Whether exceptions may override rules of other inputs. All inputs then become one list.
  public var sharesExceptions = false
  /// Whether external exceptions are appended to every list, where they override all rules. Otherwise, they
  /// apply only to the Tracker Radar files.
  public var appendsExceptions = false
  /// How the merged rules are split into lists.
  public var split = MergeSplit.none
  /// Whether to compute ``MergeResult/advancedFilters``.
  public var findsAdvancedFilters = false
  /// Whether inputs with conflicting licenses may share a list.
  public var mixesLicenses = false

  /// Creates options with the default values.
  public init() {}
}

/// How merged rules are split into lists.
@nonexhaustive public enum MergeSplit: String, CaseIterable, Hashable, Sendable {
  /// Into as few lists as possible without changing the behavior.
  case none
  /// Into blocking lists and hiding lists.
  case action
  /// Into one list for each input.
  case input
}
