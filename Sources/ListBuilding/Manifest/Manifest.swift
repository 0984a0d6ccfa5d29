import Codecs
import ContentBlocker
import Foundation
import Platform

/// What was written, from what: `manifest.json`, which stands beside the lists.
///
/// Nothing in it depends on the time or the machine, so that equal inputs give equal bytes.
public struct Manifest: Codable, Hashable, Sendable {
  /// The version of this format. Fields may be added to one; a change of their meaning is a new one.
  public static let currentSchema = 1

  /// The version of the format that this manifest has.
  public var schema = currentSchema
  /// What wrote it.
  public var tool: Tool
  /// The lists, in the order in which they are to be added.
  public var outputs: [Output]
  /// What they were made of, in the order in which it was named.
  public var inputs: [Input]
  /// The lists that a build file describes, each with its files; nil without one.
  public var lists: [List]?
  /// The report, what became of every filter; nil without one.
  public var report: File?
  /// What went wrong without ending the build; nil without a build file.
  public var warnings: [String]?
  /// The ids of what a Tracker Radar list is made of; nil when there is no such list.
  public var trackerRadar: TrackerRadarIdentifiers?
  /// The scripts' rules, `surrogates.json`; nil when they were not asked for.
  public var surrogates: File?
  /// The scripts for pages of a merge, each for the world that its name says, as far as they stand beside this; nil
  /// when they were not asked for.
  public var pageScripts: [File]?
  /// The files of the conformance page; nil for what are no lists of it.
  public var conformance: [File]?
  /// Files that a build had begun to write when it was killed; nil when it was not.
  public var begun: [File]?
  /// The SHA-256 of the manifest without this field; nil without a build file.
  public var checksum: String?

  /// What the manifest is called.
  public static let fileName: FileName = "manifest.json"

  /// A manifest of these parts.
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
    /// Its name.
    public var name = "sluice"
    /// Its version.
    public var version: String

    /// This program, in a version.
    public init(version: String) { self.version = version }
  }

  /// The ids of the parts of a Tracker Radar list. An app compiles its list again when one of them changes,
  /// and leaves out one after the other when compiling fails.
  public struct TrackerRadarIdentifiers: Codable, Hashable, Sendable {
    /// Of the blocklists themselves (tds.json).
    public var tds: String?
    /// Of the domains that are unprotected for a time, and those of content-blocking exceptions.
    public var temporary: String?
    /// Of the tracker allowlist.
    public var allowlist: String?
    /// Of the request blocklist.
    public var requestBlocklist: String?
    /// Of what the privacy configuration says of click to load.
    public var clickToLoad: String?
    /// Of the sites that the user has unprotected.
    public var userSites: String?

    /// No ids.
    public init() {}
  }

  /// The manifest as JSON: UTF-8, sorted keys, indented, with a line end behind it.
  public func encodedJSON() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}

/// The id of content: the first 16 hexadecimal digits of its SHA-256.
public enum ContentIdentifier {
  /// The id of content with this digest.
  package static func of(_ digest: SHA256.Digest) -> String { String(digest.description.prefix(16)) }

  /// The id of bytes.
  public static func of(_ bytes: [UInt8]) -> String { of(SHA256.digest(of: bytes)) }
}
