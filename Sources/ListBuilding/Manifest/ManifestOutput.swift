import Codecs
import ContentBlocker
import Conversion
import Platform

extension Manifest {
  /// A list that was written.
  public struct Output: Codable, Hashable, Sendable {
    /// The file's name, beside the manifest.
    public var name: FileName
    /// What to call the compiled list: the name and the id of the content. It changes with the content and
    /// only then, so that a list which WebKit has compiled under it need not be compiled again.
    public var identifier: String
    /// The SHA-256 of the file, in hexadecimal.
    public var sha256: String
    /// The size of the file.
    public var bytes: Int
    /// How many rules the list has.
    public var rules: Int
    /// How many of each action, by WebKit's names.
    public var actions: [String: Int]
    /// The names of the inputs whose rules it holds; nil for all of them.
    public var inputs: [String]?
    /// The form of its rules; nil where no filters were converted.
    public var form: ListForm?
    /// Which of a list's shards it is; nil for what is none.
    public var shard: Shard?
    /// The same bytes compressed, beside it; nil when they were not written.
    public var gzip: File?

    /// A list and the bytes that were written for it.
    public init(
      name: FileName, list: RuleList, json: [UInt8], inputs: [String]? = nil, form: ListForm? = nil
    ) {
      self.init(name: name, json: json, actions: Self.actionCounts(of: list))
      self.inputs = inputs
      self.form = form
    }

    /// A list of so many rules of each action and the bytes that were written for it.
    init(name: FileName, json: [UInt8], actions: [String: Int]) {
      let digest = SHA256.digest(of: json)
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
      // Rules are grouped by action, so that there are few runs to add up.
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

  /// Which of the lists it is over which the network rules of a list are spread. All of them are to be added.
  public struct Shard: Codable, Hashable, Sendable {
    /// What its rules have in common.
    public enum Kind: String, Codable, Hashable, Sendable {
      /// The hosts that their patterns name have the same number.
      case hosts
      /// Their patterns name no host.
      case general
      /// They are newer than the base.
      case hot
    }

    /// What its rules have in common.
    public var kind: Kind
    /// The number of its hosts, from 1; nil for the other kinds.
    public var number: Int?

    /// A shard of this kind, with the number of its hosts.
    public init(kind: Kind, number: Int? = nil) {
      self.kind = kind
      self.number = number
    }
  }

  /// A file beside the manifest.
  public struct File: Codable, Hashable, Sendable {
    /// The file's name, beside the manifest.
    public var name: FileName
    /// The SHA-256 of the file, in hexadecimal.
    public var sha256: String
    /// The size of the file.
    public var bytes: Int

    /// A file and its bytes.
    public init(name: FileName, content: [UInt8]) {
      self.init(name: name, sha256: SHA256.digest(of: content).description, bytes: content.count)
    }

    init(name: FileName, sha256: String, bytes: Int) {
      (self.name, self.sha256, self.bytes) = (name, sha256, bytes)
    }
  }

  /// A list of a build file.
  public struct List: Codable, Hashable, Sendable {
    /// Its name, with which the names of its files begin.
    public var name: String
    /// What people call it.
    public var title: String?
    /// What it is for.
    public var description: String?
    /// Where to read about it.
    public var homepage: String?
    /// The licence of the list as a whole, when its maker states one.
    public var licence: String?
    /// The version that its maker gives it.
    public var version: String?
    /// What it was built for.
    public var targets: [String]
    /// The names that held in `!#if`.
    public var defines: [String]
    /// The files with its rules, in the order in which they are to be added.
    public var outputs: [FileName]
    /// What needs a script.
    public var advanced: File
    /// Which filters the rules come from; nil when that was not asked for.
    public var sourceMaps: [File]?
    /// The scripts for pages, each for the world that its name says; nil when they were not asked for, empty when
    /// nothing is to be done in pages.
    public var pageScripts: [File]?
    /// The names of the inputs.
    public var inputs: [String]
    /// The SHA-256 of inputs, options and tool version: while it stays, so do the files.
    public var fingerprint: String
  }

  /// Something that lists were made of.
  public struct Input: Codable, Hashable, Sendable {
    /// What it is called: a path or URL.
    public var name: String
    /// What it is: `filters`, `rules`, `tracker-radar`, `tracker-allowlist`, `unprotected-temporary`,
    /// `user-unprotected` or `content-blocking`.
    public var kind: String
    /// The SHA-256 of its bytes, in hexadecimal.
    public var sha256: String
    /// Its size.
    public var bytes: Int
    /// The entity tag with which the server gave it, if it is known.
    public var etag: String?
    /// Its licence, as it says itself or as it is known of files of its kind.
    public var licence: String?
    /// Its version, as it says itself.
    public var version: String?
    /// Where it came from: `fetched` or `cached`; nil for a file.
    public var origin: String?

    /// An input whose digest and size are known.
    public init(name: String, kind: String, sha256: String, bytes: Int) {
      (self.name, self.kind, self.sha256, self.bytes) = (name, kind, sha256, bytes)
    }

    /// An input of this name and content.
    public init(name: String, kind: String, content: [UInt8]) {
      self.name = name
      self.kind = kind
      sha256 = SHA256.digest(of: content).description
      bytes = content.count
    }
  }
}
