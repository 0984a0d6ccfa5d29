import SluiceSystem
import SluiceLists
import SluicePageScript
import SluiceRules

/// The lists that a source offers, each with one or more rule files.
public struct ListOffer: Codable, Hashable, Sendable {
  /// An identifier that changes exactly when the contents of any list change.
  public var identifier: String
  /// The entity tag from the server, for conditional requests; nil if there was no tag.
  public var etag: String?
  /// The lists, in the order in which to add them.
  public var lists: [List]

  /// Creates an offer.
  public init(identifier: String, etag: String? = nil, lists: [List]) {
    (self.identifier, self.etag, self.lists) = (identifier, etag, lists)
  }

  /// A list. It is active only if all of its files are of the same version.
  public struct List: Codable, Hashable, Sendable {
    /// The name, as in states and statistics.
    public var name: String
    /// The forms of the list. The first is complete, and each later one leaves out more optional parts. They
    /// are tried in order until WebKit accepts one. Never empty.
    public var forms: [Form]
    /// The page scripts that belong to the list.
    public var scripts: [Script]

    /// Creates a list.
    public init(name: String, forms: [Form], scripts: [Script] = []) {
      (self.name, self.forms, self.scripts) = (name, forms, scripts)
    }
  }

  /// A set of rule files that a list can consist of.
  public struct Form: Codable, Hashable, Sendable {
    /// The files. WebKit compiles each separately.
    public var files: [File]
    /// The parts of the list that are left out; empty in the first form.
    public var leftOut: [String]

    /// Creates a form.
    public init(files: [File], leftOut: [String] = []) {
      (self.files, self.leftOut) = (files, leftOut)
    }
  }

  /// A rule file.
  public struct File: Codable, Hashable, Sendable {
    /// The name in the source.
    public var name: FileName
    /// The SHA-256 of the contents: 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The size in bytes.
    public var bytes: Int
    /// The number of rules; nil if unknown.
    public var rules: Int?
    /// Whether all rules hide elements. Files with only hiding rules are switched when a page is requested,
    /// others when the server responds.
    public var isHiding: Bool

    /// Creates a file.
    public init(name: FileName, sha256: String, bytes: Int, rules: Int? = nil, isHiding: Bool = false) {
      (self.name, self.sha256, self.bytes) = (name, sha256, bytes)
      (self.rules, self.isHiding) = (rules, isHiding)
    }
  }

  /// A page script.
  public struct Script: Codable, Hashable, Sendable {
    /// The name in the source.
    public var name: FileName
    /// The SHA-256 of the contents: 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The size in bytes.
    public var bytes: Int
    /// Whether the script runs in the page's own world. Otherwise, it runs in an isolated world.
    public var isOfPage: Bool

    /// Creates a script.
    public init(name: FileName, sha256: String, bytes: Int, isOfPage: Bool) {
      (self.name, self.sha256, self.bytes, self.isOfPage) = (name, sha256, bytes, isOfPage)
    }
  }

  /// The maximum size of a file in bytes.
  public static let maximumFile = 1 << 27
  /// The maximum number of files and scripts in an offer, which is untrusted input.
  public static let maximumFiles = 1_000
}

extension ListOffer {
  /// The contents needed for the first form of each list: names, digests and sizes.
  var contents: [Content] {
    lists.flatMap { list in
      (list.forms.first?.files ?? []).map(\.content) + list.scripts.map(\.content)
    }
  }

  /// A file or script to fetch and store.
  struct Content: Hashable, Sendable {
    var name: FileName
    var sha256: String
    var bytes: Int
  }

  /// Whether the offer is plausible. Offers are untrusted input, from a server or a disk.
  var isSound: Bool {
    let files = lists.flatMap { $0.forms.flatMap(\.files) }
    let contents = files.map(\.content) + lists.flatMap(\.scripts).map(\.content)
    return contents.count <= Self.maximumFiles && !files.isEmpty
      && lists.allSatisfy { $0.forms.first?.files.isEmpty == false }
      && Set(lists.map(\.name)).count == lists.count
      && contents.allSatisfy { SHA256Text.isValid($0.sha256) && 0...Self.maximumFile ~= $0.bytes }
  }
}

extension ListOffer.File {
  var content: ListOffer.Content { .init(name: name, sha256: sha256, bytes: bytes) }
}

extension ListOffer.Script {
  var content: ListOffer.Content { .init(name: name, sha256: sha256, bytes: bytes) }
}

enum SHA256Text {
  static func isValid(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
  }
}

extension ListOffer {
  /// Creates an offer from the `manifest.json` of `sluice build` or `sluice merge`.
  ///
  /// All files of a list of a build are activated together, as are all files of a merge.
  init(manifest bytes: [UInt8], etag: String? = nil) throws(ListSourceProblem) {
    let manifest: Manifest
    do throws(Manifest.Problem) {
      manifest = try Manifest(decodingJSON: bytes)
    } catch {
      throw .badManifest(error.message)
    }
    // After an interrupted build, the directory can contain files of two builds.
    guard manifest.begun == nil else { throw .badManifest("the build that wrote it did not end") }
    let outputs = Dictionary(manifest.outputs.map { ($0.name, $0) }) { first, _ in first }
    var lists: [List] = []
    if let described = manifest.lists {
      for list in described {
        guard list.targets.count <= 1 else {
          throw .badManifest(
            "the list '\(list.name)' is for several targets: build one for the WebKit of the app")
        }
        let files = list.outputs.compactMap { outputs[$0] }
        guard files.count == list.outputs.count else {
          throw .badManifest("it does not describe all files of the list '\(list.name)'")
        }
        guard !files.isEmpty else { continue }
        lists.append(List(list.name, outputs: files, scripts: list.pageScripts))
      }
    } else if !manifest.outputs.isEmpty {
      lists = [List("lists", outputs: manifest.outputs, scripts: manifest.pageScripts)]
    }
    let identifier = SHA256Hasher.digest(of: bytes).description
    self.init(identifier: identifier, etag: etag, lists: lists)
    guard isSound else { throw .badManifest("it has no lists, or invalid ones") }
  }
}

extension ListOffer.List {
  fileprivate init(_ name: String, outputs: [Manifest.Output], scripts: [Manifest.File]?) {
    let files = outputs.map { output in
      ListOffer.File(
        name: output.name, sha256: output.sha256, bytes: output.bytes, rules: output.rules,
        isHiding: output.actions["css-display-none"] ?? 0 > 0
          && output.actions.keys.allSatisfy { $0 == "css-display-none" || $0.hasPrefix("ignore-") })
    }
    self.init(
      name: name, forms: [ListOffer.Form(files: files)],
      scripts: (scripts ?? []).map {
        ListOffer.Script(
          name: $0.name, sha256: $0.sha256, bytes: $0.bytes,
          isOfPage: $0.name.description.hasSuffix(".\(PageScript.World.page.rawValue).js"))
      })
  }
}
