import ContentBlocker
import ListBuilding
import PageScript

/// What a source has to offer: lists, each of one or several files of rules.
public struct ListOffer: Codable, Hashable, Sendable {
  /// Changes with the content of any list, and only then.
  public var identifier: String
  /// The entity tag with which a server gave it, to ask for what is newer; nil without one.
  public var etag: String?
  /// The lists, in the order in which they are to be added.
  public var lists: [List]

  /// An offer of these lists.
  public init(identifier: String, etag: String? = nil, lists: [List]) {
    (self.identifier, self.etag, self.lists) = (identifier, etag, lists)
  }

  /// A list, which acts as a whole: of its files all are of one version, or none.
  public struct List: Codable, Hashable, Sendable {
    /// What it is called, in states and statistics.
    public var name: String
    /// What it can consist of: first all of it, then with less and less of what it can do without, which is tried when
    /// WebKit does not take more. Never none.
    public var forms: [Form]
    /// The scripts for pages that belong to it.
    public var scripts: [Script]

    /// A list.
    public init(name: String, forms: [Form], scripts: [Script] = []) {
      (self.name, self.forms, self.scripts) = (name, forms, scripts)
    }
  }

  /// Rules that a list can consist of.
  public struct Form: Codable, Hashable, Sendable {
    /// The files, each of which WebKit compiles by itself.
    public var files: [File]
    /// What of the list is not in them; nothing in the first form.
    public var leftOut: [String]

    /// A form of a list.
    public init(files: [File], leftOut: [String] = []) {
      (self.files, self.leftOut) = (files, leftOut)
    }
  }

  /// A file of rules.
  public struct File: Codable, Hashable, Sendable {
    /// What the source calls it.
    public var name: FileName
    /// The SHA-256 of its bytes, 64 hexadecimal digits in lower case.
    public var sha256: String
    /// Its size.
    public var bytes: Int
    /// How many rules it has; nil where that is not known.
    public var rules: Int?
    /// Whether its rules hide elements and do nothing else: such are switched when a page is asked for, others when it
    /// answers.
    public var isHiding: Bool

    /// A file.
    public init(name: FileName, sha256: String, bytes: Int, rules: Int? = nil, isHiding: Bool = false) {
      (self.name, self.sha256, self.bytes) = (name, sha256, bytes)
      (self.rules, self.isHiding) = (rules, isHiding)
    }
  }

  /// A script for pages.
  public struct Script: Codable, Hashable, Sendable {
    /// What the source calls it.
    public var name: FileName
    /// The SHA-256 of its bytes, 64 hexadecimal digits in lower case.
    public var sha256: String
    /// Its size.
    public var bytes: Int
    /// Whether it runs in the page's own world; in one apart otherwise.
    public var isOfPage: Bool

    /// A script.
    public init(name: FileName, sha256: String, bytes: Int, isOfPage: Bool) {
      (self.name, self.sha256, self.bytes, self.isOfPage) = (name, sha256, bytes, isOfPage)
    }
  }

  /// The most bytes of a file.
  public static let maximumFile = 1 << 27
  /// The most files and scripts of an offer, whose number somebody else has chosen.
  public static let maximumFiles = 1_000
}

extension ListOffer {
  /// What has to be had for the first form of each list: names, digests and sizes.
  var contents: [Content] {
    lists.flatMap { list in
      (list.forms.first?.files ?? []).map { Content(name: $0.name, sha256: $0.sha256, bytes: $0.bytes) }
        + list.scripts.map { Content(name: $0.name, sha256: $0.sha256, bytes: $0.bytes) }
    }
  }

  /// A file or a script, as it is fetched and kept.
  struct Content: Hashable, Sendable {
    var name: FileName
    var sha256: String
    var bytes: Int
  }

  /// Whether it can be what it says: an offer is input, of a server or of a disk.
  var isSound: Bool {
    let files = lists.flatMap { $0.forms.flatMap(\.files) }
    let contents =
      files.map { ($0.sha256, $0.bytes) } + lists.flatMap(\.scripts).map { ($0.sha256, $0.bytes) }
    return contents.count <= Self.maximumFiles && !files.isEmpty
      && lists.allSatisfy { $0.forms.first?.files.isEmpty == false }
      && Set(lists.map(\.name)).count == lists.count
      && contents.allSatisfy { SHA256Text.isOne($0.0) && 0...Self.maximumFile ~= $0.1 }
  }
}

/// Digests as text.
enum SHA256Text {
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
