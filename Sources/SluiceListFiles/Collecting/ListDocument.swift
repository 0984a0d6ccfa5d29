import SluiceSyntax
import SluiceSystem
import SluiceText
import SluiceTrackers

/// One file of a source: the list itself or a list that it includes.
package struct ListDocument: Hashable, Sendable {
  /// The URL, or the path as the build file or the including list names it. A URL can contain secrets.
  package var name: String
  /// The bytes as read.
  package var bytes: [UInt8] { didSet { judged = nil } }
  /// The judgement of the bytes, and the dialect for which it was made.
  private var judged: Judged?
  /// The number of bytes read, before any later changes.
  package let size: Int
  /// The SHA-256 of the bytes read, in hexadecimal.
  package var sha256: String
  /// The server's entity tag, if it sent one.
  package var etag: String?
  /// The URL that the server redirected to, if it differs from the name.
  package var location: String?
  /// How the document was obtained in this build.
  package var origin = Origin.current

  /// The ways to obtain a document.
  package enum Origin: Hashable, Sendable {
    /// It is a file, or its server sent or confirmed it in this build.
    case current
    /// It is a stored copy, and its server was not asked.
    case stored(isExpired: Bool)
    /// It is the last good copy, because a newer one could not be fetched for this reason.
    case fallback(reason: String)
  }

  /// The name and the content, which together identify a document: a build can use two versions of a list.
  package struct Key: Hashable, Sendable {
    let name: String
    let sha256: String
  }

  /// The identity of the document.
  package var key: Key { Key(name: name, sha256: sha256) }

  /// Whether the document is a copy that may be outdated.
  package var isStale: Bool {
    switch origin {
    case .current, .stored(isExpired: false): false
    case .stored(isExpired: true), .fallback: true
    }
  }

  /// The name without secrets, for all output.
  package var publicName: String { URLSecrets.removed(fromLocation: name) }

  private struct Judged: Hashable, Sendable {
    let dialect: Dialect?
    let judgement: ListJudgement
  }

  /// Returns the judgement of all bytes in a dialect, if it was made when they were read or checked.
  func judgement(in dialect: Dialect?) -> ListJudgement? {
    judged.flatMap { $0.dialect == dialect ? $0.judgement : nil }
  }

  /// Judges all bytes in a dialect, unless that was done before.
  mutating func judge(in dialect: Dialect?) -> ListJudgement {
    if let known = judgement(in: dialect) { return known }
    let judgement = ListJudgement(ofAll: bytes, dialect: dialect)
    judged = Judged(dialect: dialect, judgement: judgement)
    return judgement
  }

  /// Creates a document with a known digest.
  package init(name: String, bytes: [UInt8], sha256: String) {
    self.name = name
    self.bytes = bytes
    size = bytes.count
    self.sha256 = sha256
  }
}

/// A source with everything that it includes.
package struct SourceTree: Sendable {
  /// The list itself, followed by the lists that it includes, in order.
  package var documents: [ListDocument]
  package var metadata: ListMetadata
  /// The dialect of a list with parts, detected from the list itself, because parts have no header; nil for a
  /// single document, for which the converter detects the dialect.
  var dialect: Dialect?
}

/// The text of a file that may be compressed or in UTF-16.
package struct ListText: Sendable {
  /// The encoding of the file.
  package enum Storage: Hashable, Sendable {
    case plain
    /// Compressed with gzip.
    case gzip
    /// UTF-16 with a byte order mark.
    case utf16

    /// The encoding, for messages.
    package var words: String {
      switch self {
      case .plain: "plain text"
      case .gzip: "packed by gzip"
      case .utf16: "in UTF-16"
      }
    }
  }

  /// The text in UTF-8.
  package let bytes: [UInt8]
  /// The encoding of the file.
  package let storage: Storage

  /// Decodes a file. Gzip is detected by its first two bytes, UTF-16 by its byte order mark.
  ///
  /// A file that cannot be decompressed stays unchanged.
  package init(of file: [UInt8]) {
    if Gzip.isMagic(of: file), let bytes = try? Gzip.decompress(file, limit: OpenFile.maximumBytes) {
      self.bytes = Self.utf8(bytes) ?? bytes
      storage = .gzip
      return
    }
    let utf8 = Self.utf8(file)
    bytes = utf8 ?? file
    storage = utf8 == nil ? .plain : .utf16
  }

  /// Converts UTF-16 with a byte order mark to UTF-8; returns nil for anything else.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 else { return nil }
    let isBig = bytes[0] == 0xfe && bytes[1] == 0xff
    guard isBig || bytes[0] == 0xff && bytes[1] == 0xfe else { return nil }
    // UTF-32 begins with the same bytes and is not supported.
    guard bytes.count < 4 || isBig || bytes[2] != 0 || bytes[3] != 0 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    // A single byte at the end means that the text was truncated. It also becomes U+FFFD.
    if bytes.count % 2 == 1 { units.append(0xd800) }
    // An unpaired surrogate becomes U+FFFD.
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
      text.append($0)
    }
    return text
  }
}

/// The purpose of a document, which decides what it must contain.
package enum DocumentUse: Hashable, Sendable {
  /// A filter list. It must contain a filter, or refer to another list.
  case list
  /// A filter list that may be empty, because the build file allows it.
  case listOrNothing
  /// A part of a filter list, which may contain only comments.
  case part
  /// Patterns, one per line.
  case patterns
  /// JSON.
  case trackerRadar
  /// A script that runs in pages.
  case script
}

/// A check that a server's response can be the requested document.
package enum BodyCheck {
  /// Returns the content of a body that should be JSON; nil if it is JSON, or cannot be named.
  package static func content(inPlaceOfJSON bytes: [UInt8]) -> ForeignContent? {
    content(inPlaceOfJSON: ListJudgement(of: bytes))
  }

  private static func content(inPlaceOfJSON judgement: ListJudgement) -> ForeignContent? {
    guard case .foreign(let content) = judgement, content.isNeverTyped, content != .json,
      content != .ruleList
    else { return nil }
    return content
  }

  /// Returns the problem with a body, or nil. `previous` is the size of the last good copy to compare with,
  /// if any.
  static func problem(
    of document: inout ListDocument, for use: DocumentUse = .list, previous: Int?, minimumShare: Double
  ) -> String? {
    let (bytes, judgement) = (document.bytes, document.judge(in: nil))
    if let problem = contentProblem(of: bytes, judgement, for: use) { return problem }
    if let previous, Double(bytes.count) < Double(previous) * minimumShare {
      let kind = use == .script ? "script" : "list"
      return "the \(kind) has shrunk from \(previous) to \(bytes.count) bytes, which --believe accepts"
    }
    return nil
  }

  private static func contentProblem(
    of bytes: [UInt8], _ judgement: ListJudgement, for use: DocumentUse
  ) -> String? {
    guard judgement != .foreign(.empty) || use == .listOrNothing else {
      return use == .script ? "the server sent an empty script" : "the server sent an empty list" + hint(use)
    }
    guard use != .script else {
      return bytes.prefix(4096).contains(0)
        ? "the server did not send text" : scriptProblem(of: bytes, judgement)
    }
    guard use != .trackerRadar else {
      let isJSON = (try? JSONValue(allOf: bytes.span)) != nil
      if !isJSON, let content = content(inPlaceOfJSON: judgement) {
        return "the server sent \(content.words) instead of JSON"
      }
      return isJSON ? nil : "the server did not send JSON"
    }
    guard let content = judgement.problem else { return nil }
    switch content {
    case .mergeConflict:
      return use == .patterns
        ? nil : "the server sent \(content.words) (line \(judgement.problemLine(in: bytes)))"
    // Lines that are not filters can still be patterns for filters.
    case .text, .markdown, .json, .userscript, .regexes, .nameServer, .squid, .privoxy, .table, .ruleList:
      return use == .patterns || content == .text && leadsOn(bytes)
        ? nil : "the server sent \(content.words) instead of a list"
    case .page, .signIn, .errorText, .lfsPointer, .xml, .archive, .utf16, .binary:
      return "the server sent \(content.words) instead of a list"
    case .empty, .comments:
      return use != .list || leadsOn(bytes) ? nil : "the server sent a list without a filter" + hint(use)
    }
  }

  /// Returns the problem with a script. A truncated or broken script must not replace the last good copy.
  private static func scriptProblem(of bytes: [UInt8], _ judgement: ListJudgement) -> String? {
    if case .foreign(let content) = judgement, content == .page || content == .signIn {
      return "the server sent \(content.words) instead of a script"
    }
    do throws(SurrogateScript.Problem) {
      _ = try SurrogateScript(parsing: bytes)
      return nil
    } catch {
      return "the server's answer cannot be a surrogate: \(error)"
    }
  }

  /// Returns a hint about how to allow an empty list.
  private static func hint(_ use: DocumentUse) -> String {
    use == .list ? " ('mayBeEmpty' of the source would allow that)" : ""
  }

  /// Returns whether a list without filters refers to other lists.
  private static func leadsOn(_ bytes: [UInt8]) -> Bool {
    ListMetadata(parsing: bytes).redirect != nil
      || !IncludeScanner.includes(in: bytes, constants: nil).isEmpty
  }
}
