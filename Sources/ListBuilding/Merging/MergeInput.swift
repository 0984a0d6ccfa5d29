import ContentBlocker
import Conversion
import Foundation
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
  public init(name: String, bytes: some InputBytes & ~Escapable, etag: String? = nil) {
    self.name = name
    self.bytes = bytes.inputArray()
    self.etag = etag
  }

  /// Reads a file of this machine, which is called by its path.
  public init(contentsOf file: URL) throws(FileProblem) {
    let text = try FileText(contentsOf: file)
    self.init(name: text.path, bytes: text)
  }
}

extension MergeInput: InputBytes {
  /// ``name``
  public var inputName: String? { name }

  /// Hands ``bytes`` over.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(bytes.span) }

  /// ``bytes``
  public func inputArray() -> [UInt8] { bytes }
}

/// How to merge.
public struct MergeOptions: Sendable {
  /// How filter lists are converted. Its limit is that of every list that is written.
  public var conversion = ConversionOptions()
  /// How Tracker Radar's data is taken.
  public var trackers = TrackerOptions()
  /// The version of the app that it is for, which features of a privacy configuration may need; nil for the
  /// newest.
  public var appVersion: String?
  /// Whether exceptions of one input may lift rules of another. All inputs then become one list.
  public var sharesExceptions = false
  /// Whether exceptions from outside go to the end of every list, where they lift everything, instead of to
  /// the Tracker Radar files.
  public var appendsExceptions = false
  /// What gets a list of its own.
  public var split = MergeSplit.none
  /// Whether ``MergeResult/deferred`` is wanted.
  public var findsDeferred = false
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
