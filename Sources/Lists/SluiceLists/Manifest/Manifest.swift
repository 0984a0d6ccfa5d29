#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceCodecs
import SluiceSystem

/// A record of the files that a command wrote and their inputs: `manifest.json`, which is next to the lists.
///
/// It contains neither times nor properties of the machine, so equal inputs give equal bytes.
public struct Manifest: Codable, Hashable, Sendable {
  /// The current format version. New fields keep the version; a changed meaning increases it.
  public static let currentSchema = 1

  /// The format version of this manifest.
  public var schema = currentSchema
  /// The program that wrote the files.
  public var tool: Tool
  /// The rule lists, in the order in which to add them.
  public var outputs: [Output]
  /// The inputs, in the order in which they were given.
  public var inputs: [Input]
  /// The lists of the build file, each with its files; nil without a build file.
  public var lists: [List]?
  /// The report, with the outcome of every filter; nil without a report.
  public var report: File?
  /// Problems that did not stop the build; nil without a build file.
  public var warnings: [String]?
  /// The identifiers of the Tracker Radar inputs; nil without a Tracker Radar list.
  public var trackerRadar: TrackerRadarIdentifiers?
  /// The surrogate rules, `surrogates.json`; nil if they were not requested.
  public var surrogates: File?
  /// The page scripts of a merge, one per script world, if they are next to the manifest; nil if they were
  /// not requested.
  public var pageScripts: [File]?
  /// The files of the conformance page; nil for other manifests.
  public var conformance: [File]?
  /// The files of the playground; nil for other manifests.
  public var playground: [File]?
  /// Files that an interrupted build had begun to write; nil if no build was interrupted.
  public var begun: [File]?
  /// The SHA-256 of the manifest without this field; nil without a build file.
  public var checksum: String?

  /// The file name of the manifest.
  public static let fileName: FileName = "manifest.json"

  /// Creates a manifest.
  public init(
    tool: Tool, outputs: [Output], inputs: [Input], trackerRadar: TrackerRadarIdentifiers? = nil
  ) {
    self.tool = tool
    self.outputs = outputs
    self.inputs = inputs
    self.trackerRadar = trackerRadar
  }

  /// The program that wrote the lists.
  public struct Tool: Codable, Hashable, Sendable {
    /// The name of the program.
    public var name = "sluice"
    /// The version of the program.
    public var version: String

    /// Creates a record of this program with a version.
    public init(version: String) { self.version = version }
  }

  /// The identifiers of the parts of a Tracker Radar list.
  ///
  /// An app compiles its list again when one of them changes. If compiling fails, it leaves out one part
  /// after another.
  public struct TrackerRadarIdentifiers: Codable, Hashable, Sendable {
    /// The identifier of the blocklist (`tds.json`).
    public var tds: String?
    /// The identifier of the temporarily unprotected domains and the content-blocking exceptions.
    public var temporary: String?
    /// The identifier of the tracker allowlist.
    public var allowlist: String?
    /// The identifier of the request blocklist.
    public var requestBlocklist: String?
    /// The identifier of the click-to-load part of the privacy configuration.
    public var clickToLoad: String?
    /// The identifier of the element hiding of the privacy configuration.
    public var elementHiding: String?
    /// The identifier of the sites that the user has unprotected.
    public var userSites: String?

    /// Creates an empty set of identifiers.
    public init() {}
  }

  /// Encodes the manifest as UTF-8 JSON with sorted keys, indentation and a final newline.
  public func encodedJSON() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [ASCII.lineFeed]
  }
}

/// Content identifiers: the first 16 hexadecimal digits of a SHA-256.
@frozen public enum ContentIdentifier {
  /// Returns the identifier for a digest.
  package static func of(_ digest: SHA256Hasher.Digest) -> String { String(digest.description.prefix(16)) }

  /// Returns the identifier for bytes.
  public static func of(_ bytes: [UInt8]) -> String { of(SHA256Hasher.digest(of: bytes)) }
}

/// The name of a file next to a manifest.
public typealias FileName = SluiceSystem.FileName
