import SluiceConversion
import SluiceRules
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A record of the files that a command wrote and their inputs: `manifest.json`, which is next to the lists.
///
/// It contains neither times nor properties of the machine, so equal inputs give equal bytes.
package struct Manifest: Codable, Hashable, Sendable {
  /// The current format version. New fields keep the version; a changed meaning increases it.
  package static let currentSchema = 1

  /// The format version of this manifest.
  package var schema = currentSchema
  /// The program that wrote the files.
  package var tool: Tool
  /// The rule lists, in the order in which to add them.
  package var outputs: [Output]
  /// The inputs, in the order in which they were given.
  package var inputs: [Input]
  /// The lists of the build file, each with its files; nil without a build file.
  package var lists: [List]?
  /// The report, with the outcome of every filter; nil without a report.
  package var report: File?
  /// Problems that did not stop the build; nil without a build file.
  package var warnings: [String]?
  /// The identifiers of the Tracker Radar inputs; nil without a Tracker Radar list.
  package var trackerRadar: TrackerRadarIdentifiers?
  /// The surrogate rules, `surrogates.json`; nil if they were not requested.
  package var surrogates: File?
  /// The page scripts of a merge, one per script world, if they are next to the manifest; nil if they were
  /// not requested.
  package var pageScripts: [File]?
  /// The files of the conformance page; nil for other manifests.
  package var conformance: [File]?
  /// The files of the playground; nil for other manifests.
  package var playground: [File]?
  /// Files that an interrupted build had begun to write; nil if no build was interrupted.
  package var begun: [File]?
  /// The SHA-256 of the manifest without this field; nil without a build file.
  package var checksum: String?

  /// The file name of the manifest.
  package static let fileName: FileName = "manifest.json"

  /// Creates a manifest.
  package init(
    tool: Tool, outputs: [Output], inputs: [Input], trackerRadar: TrackerRadarIdentifiers? = nil
  ) {
    self.tool = tool
    self.outputs = outputs
    self.inputs = inputs
    self.trackerRadar = trackerRadar
  }

  /// The program that wrote the lists.
  package struct Tool: Codable, Hashable, Sendable {
    /// The name of the program.
    package var name = "sluice"
    /// The version of the program.
    package var version: String

    /// Creates a record of this program with a version.
    package init(version: String) { self.version = version }
  }

  /// The identifiers of the parts of a Tracker Radar list.
  ///
  /// An app compiles its list again when one of them changes. If compiling fails, it leaves out one part
  /// after another.
  package struct TrackerRadarIdentifiers: Codable, Hashable, Sendable {
    /// The identifier of the blocklist (`tds.json`).
    package var tds: String?
    /// The identifier of the temporarily unprotected domains and the content-blocking exceptions.
    package var temporary: String?
    /// The identifier of the tracker allowlist.
    package var allowlist: String?
    /// The identifier of the request blocklist.
    package var requestBlocklist: String?
    /// The identifier of the click-to-load part of the privacy configuration.
    package var clickToLoad: String?
    /// The identifier of the element hiding of the privacy configuration.
    package var elementHiding: String?
    /// The identifier of the sites that the user has unprotected.
    package var userSites: String?

    /// Creates an empty set of identifiers.
    package init() {}
  }

  /// Encodes the manifest as UTF-8 JSON with sorted keys, indentation and a final newline.
  package func encodedJSON() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [ASCII.lineFeed]
  }
}

/// Content identifiers: the first 16 hexadecimal digits of a SHA-256.
package enum ContentIdentifier {
  /// Returns the identifier for a digest.
  package static func of(_ digest: SHA256Hasher.Digest) -> String { String(digest.description.prefix(16)) }

  /// Returns the identifier for bytes.
  package static func of(_ bytes: [UInt8]) -> String { of(SHA256Hasher.digest(of: bytes)) }
}

extension Manifest {
  /// A rule list that was written.
  package struct Output: Codable, Hashable, Sendable {
    /// The name of the file, next to the manifest.
    package var name: FileName
    /// The name for the compiled list: the file's base name and the identifier of the contents.
    ///
    /// It changes only with the contents, so a list that WebKit has compiled under this name is still valid.
    package var identifier: String
    /// The SHA-256 of the file, in hexadecimal.
    package var sha256: String
    /// The size of the file in bytes.
    package var bytes: Int
    /// The number of rules.
    package var rules: Int
    /// The number of rules for each action, by WebKit's names.
    package var actions: [String: Int]
    /// The names of the inputs whose rules the list contains; nil for all inputs.
    package var inputs: [String]?
    /// The form of the rules; nil if no filters were converted.
    package var form: ListForm?
    /// The shard of the list that this file contains; nil if it is not a shard.
    package var shard: Shard?
    /// The compressed copy next to the file; nil if none was written.
    package var gzip: File?

    /// Creates an output from a list and its JSON.
    package init(
      name: FileName, list: RuleList, json: [UInt8], inputs: [String]? = nil, form: ListForm? = nil
    ) {
      self.init(name: name, json: json, actions: Self.actionCounts(of: list))
      self.inputs = inputs
      self.form = form
    }

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
  package struct Shard: Codable, Hashable, Sendable {
    /// The property that the rules of a shard have in common.
    package enum Kind: String, Codable, Hashable, Sendable {
      /// The hosts in the patterns have the same shard number.
      case hosts
      /// The patterns contain no host.
      case general
      /// The rules are newer than the base.
      case hot
    }

    /// The property that the rules have in common.
    package var kind: Kind
    /// The number of the host shard, from 1; nil for other kinds.
    package var number: Int?

    /// Creates a shard of a kind; `number` is for host shards.
    package init(kind: Kind, number: Int? = nil) {
      self.kind = kind
      self.number = number
    }
  }

  /// A file next to the manifest.
  package struct File: Codable, Hashable, Sendable {
    /// The name of the file, next to the manifest.
    package var name: FileName
    /// The SHA-256 of the file, in hexadecimal.
    package var sha256: String
    /// The size of the file in bytes.
    package var bytes: Int

    /// Creates a record of a file from its contents.
    package init(name: FileName, content: [UInt8]) {
      self.init(name: name, sha256: SHA256Hasher.digest(of: content).description, bytes: content.count)
    }

    init(name: FileName, sha256: String, bytes: Int) {
      (self.name, self.sha256, self.bytes) = (name, sha256, bytes)
    }
  }

  /// A list of a build file.
  package struct List: Codable, Hashable, Sendable {
    /// The name of the list, which is the prefix of its file names.
    package var name: String
    /// A title for display.
    package var title: String?
    /// A description of the list.
    package var description: String?
    /// The URL of the list's home page.
    package var homepage: String?
    /// The license of the entire list, if its maintainer states one.
    package var license: String?
    /// The version that the maintainer gives the list.
    package var version: String?
    /// The targets of the build.
    package var targets: [String]
    /// The names that were true in `!#if` directives.
    package var defines: [String]
    /// The rule list files, in the order in which to add them.
    package var outputs: [FileName]
    /// The file with the filters that need a script.
    package var advanced: File
    /// The filters as text, for programs that read filter lists; nil if it was not requested.
    package var text: File?
    /// The source maps, which trace rules to filters; nil if they were not requested.
    package var sourceMaps: [File]?
    /// The ruleset for requests to change, followed by the resources that it redirects to; nil if it was not requested.
    package var requestChanges: [File]?
    /// The page scripts, one per script world; nil if they were not requested, empty if pages need none.
    package var pageScripts: [File]?
    /// The names of the inputs.
    package var inputs: [String]
    /// The SHA-256 of inputs, options and tool version. If it is unchanged, so are the files.
    package var fingerprint: String
  }

  /// An input of the lists.
  package struct Input: Codable, Hashable, Sendable {
    /// The path or URL of the input.
    package var name: String
    /// The kind of input: `filters`, `rules`, `tracker-radar`, `tracker-allowlist`, `unprotected-temporary`,
    /// `user-unprotected` or `content-blocking`.
    package var kind: String
    /// The SHA-256 of the bytes, in hexadecimal.
    package var sha256: String
    /// The size in bytes.
    package var bytes: Int
    /// The entity tag from the server, if known.
    package var etag: String?
    /// The license: the one that the input states, or the known license of its kind.
    package var license: String?
    /// The version that the input states.
    package var version: String?
    /// The origin: `fetched` or `cached`; nil for a file.
    package var origin: String?

    /// Creates an input from a digest and a size.
    package init(name: String, kind: String, sha256: String, bytes: Int) {
      (self.name, self.kind, self.sha256, self.bytes) = (name, kind, sha256, bytes)
    }

    /// Creates an input from its contents.
    package init(name: String, kind: String, content: [UInt8]) {
      self.init(
        name: name, kind: kind, sha256: SHA256Hasher.digest(of: content).description, bytes: content.count)
    }
  }
}
