import SluiceSystem
import SluiceConversion
import SluiceRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

extension Manifest {
  /// A rule list that was written.
  public struct Output: Codable, Hashable, Sendable {
    /// The name of the file, next to the manifest.
    public var name: FileName
    /// The name for the compiled list: the file's base name and the identifier of the contents.
    ///
    /// It changes only with the contents, so a list that WebKit has compiled under this name is still valid.
    public var identifier: String
    /// The SHA-256 of the file, in hexadecimal.
    public var sha256: String
    /// The size of the file in bytes.
    public var bytes: Int
    /// The number of rules.
    public var rules: Int
    /// The number of rules for each action, by WebKit's names.
    public var actions: [String: Int]
    /// The names of the inputs whose rules the list contains; nil for all inputs.
    public var inputs: [String]?
    /// The form of the rules; nil if no filters were converted.
    public var form: ListForm?
    /// The shard of the list that this file contains; nil if it is not a shard.
    public var shard: Shard?
    /// The compressed copy next to the file; nil if none was written.
    public var gzip: File?

    /// Creates an output from a list and its JSON.
    public init(
      name: FileName, list: RuleList, json: [UInt8], inputs: [String]? = nil, form: ListForm? = nil
    ) {
      self.init(name: name, json: json, actions: Self.actionCounts(of: list))
      self.inputs = inputs
      self.form = form
    }

    /// Creates an output from the number of rules of each action and the JSON.
    init(name: FileName, json: [UInt8], actions: [String: Int]) {
      let digest = SHA256Hasher.digest(of: json)
      let stem = name.hasSuffix(".json") ? String(name.description.dropLast(5)) : name.description
      self.name = name
      identifier = "\(stem)-\(ContentIdentifier.of(digest))"
      sha256 = digest.description
      bytes = json.count
      rules = actions.values.reduce(0, +)
      self.actions = actions
    }

    private static func actionCounts(of list: RuleList) -> [String: Int] {
      var counts: [String: Int] = [:]
      let rules = list.rules.span
      var start = 0
      // Rules are grouped by action, so there are few runs to add up.
      while start < rules.count {
        let name = rules[start].action.name
        var end = start + 1
        while end < rules.count, rules[end].action.name == name { end += 1 }
        counts[name, default: 0] += end - start
        start = end
      }
      return counts
    }
  }

  /// One of the files that together contain the network rules of a sharded list. Clients need all of them.
  public struct Shard: Codable, Hashable, Sendable {
    /// The property that the rules of a shard have in common.
    @nonexhaustive public enum Kind: String, Codable, Hashable, Sendable {
      /// The hosts in the patterns have the same shard number.
      case hosts
      /// The patterns contain no host.
      case general
      /// The rules are newer than the base.
      case hot
    }

    /// The property that the rules have in common.
    public var kind: Kind
    /// The number of the host shard, from 1; nil for other kinds.
    public var number: Int?

    /// Creates a shard of a kind; `number` is for host shards.
    public init(kind: Kind, number: Int? = nil) {
      self.kind = kind
      self.number = number
    }
  }

  /// A file next to the manifest.
  public struct File: Codable, Hashable, Sendable {
    /// The name of the file, next to the manifest.
    public var name: FileName
    /// The SHA-256 of the file, in hexadecimal.
    public var sha256: String
    /// The size of the file in bytes.
    public var bytes: Int

    /// Creates a record of a file from its contents.
    public init(name: FileName, content: [UInt8]) {
      self.init(name: name, sha256: SHA256Hasher.digest(of: content).description, bytes: content.count)
    }

    init(name: FileName, sha256: String, bytes: Int) {
      (self.name, self.sha256, self.bytes) = (name, sha256, bytes)
    }
  }

  /// A list of a build file.
  public struct List: Codable, Hashable, Sendable {
    /// The name of the list, which is the prefix of its file names.
    public var name: String
    /// A title for display.
    public var title: String?
    /// A description of the list.
    public var description: String?
    /// The URL of the list's home page.
    public var homepage: String?
    /// The license of the entire list, if its maintainer states one.
    public var license: String?
    /// The version that the maintainer gives the list.
    public var version: String?
    /// The targets of the build.
    public var targets: [String]
    /// The names that were true in `!#if` directives.
    public var defines: [String]
    /// The rule list files, in the order in which to add them.
    public var outputs: [FileName]
    /// The file with the filters that need a script.
    public var advanced: File
    /// The filters as text, for programs that read filter lists; nil if it was not requested.
    public var text: File?
    /// The source maps, which trace rules to filters; nil if they were not requested.
    public var sourceMaps: [File]?
    /// The ruleset for requests to change, followed by the resources that it redirects to; nil if it was not requested.
    public var requestChanges: [File]?
    /// The page scripts, one per script world; nil if they were not requested, empty if pages need none.
    public var pageScripts: [File]?
    /// The names of the inputs.
    public var inputs: [String]
    /// The SHA-256 of inputs, options and tool version. If it is unchanged, so are the files.
    public var fingerprint: String
  }

  /// An input of the lists.
  public struct Input: Codable, Hashable, Sendable {
    /// The path or URL of the input.
    public var name: String
    /// The kind of input: `filters`, `rules`, `tracker-radar`, `tracker-allowlist`, `unprotected-temporary`,
    /// `user-unprotected` or `content-blocking`.
    public var kind: String
    /// The SHA-256 of the bytes, in hexadecimal.
    public var sha256: String
    /// The size in bytes.
    public var bytes: Int
    /// The entity tag from the server, if known.
    public var etag: String?
    /// The license: the one that the input states, or the known license of its kind.
    public var license: String?
    /// The version that the input states.
    public var version: String?
    /// The origin: `fetched` or `cached`; nil for a file.
    public var origin: String?

    /// Creates an input from a digest and a size.
    public init(name: String, kind: String, sha256: String, bytes: Int) {
      (self.name, self.kind, self.sha256, self.bytes) = (name, kind, sha256, bytes)
    }

    /// Creates an input from its contents.
    public init(name: String, kind: String, content: [UInt8]) {
      self.init(
        name: name, kind: kind, sha256: SHA256Hasher.digest(of: content).description, bytes: content.count)
    }
  }
}
