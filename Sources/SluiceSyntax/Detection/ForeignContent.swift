import SluiceText

/// The content of a file that is not a filter list.
@nonexhaustive public enum ForeignContent: String, CaseIterable, Hashable, Sendable {
  /// An empty file, or only white space.
  case empty
  /// Comments without any filter.
  case comments
  /// An HTML page.
  case page
  /// An HTML page that asks for a password or to sign in.
  case signIn = "sign-in"
  /// The text of a server's error: `404: Not Found`.
  case errorText = "error-text"
  /// The text that stands for a file in Git LFS.
  case lfsPointer = "lfs-pointer"
  /// A filter list with the markers of a merge conflict.
  case mergeConflict = "merge-conflict"
  /// Other XML, such as SVG or a feed.
  case xml
  /// JSON that is not a domain list.
  case json
  /// A rule list: JSON in WebKit's format, which Sluice itself writes.
  case ruleList = "rule-list"
  /// A userscript.
  case userscript
  /// Pi-hole regexes, which have no slashes around them.
  case regexes
  /// Zones of a name server: `zone "h" { type master; file "null"; };`
  case nameServer = "name-server"
  /// Squid rules other than plain domain lists.
  case squid
  /// Privoxy actions other than blocking.
  case privoxy
  /// Comma-separated values.
  case table
  /// Text with links, code blocks or tasks in Markdown.
  case markdown
  /// Prose, a log or source code.
  case text
  /// An archive or damaged gzip data.
  case archive
  /// UTF-16 without a byte order mark.
  case utf16
  /// Other binary data.
  case binary

  /// A description of the content, with an article.
  public var words: String {
    switch self {
    case .empty: "empty"
    case .comments: "a list without a filter"
    case .page: "an HTML page"
    case .signIn: "an HTML sign-in page"
    case .errorText: "an error text"
    case .lfsPointer: "a Git LFS pointer"
    case .mergeConflict: "a list with an unresolved merge conflict"
    case .xml: "an XML document"
    case .json: "JSON"
    case .ruleList: "a rule list in WebKit's JSON"
    case .userscript: "a userscript"
    case .regexes: "a list of Pi-hole regexes"
    case .nameServer: "a BIND configuration"
    case .squid: "a Squid configuration"
    case .privoxy: "a Privoxy actions file"
    case .table: "a table of comma-separated values"
    case .markdown: "a Markdown document"
    case .text: "plain text"
    case .archive: "a compressed file that cannot be unpacked"
    case .utf16: "UTF-16 text without a byte order mark"
    case .binary: "binary data"
    }
  }

  /// Whether the only problem of the file is that it has no filters.
  package var isEmpty: Bool { self == .empty || self == .comments }

  /// Whether the text cannot be filters that a person is typing: they can be single words, or not yet complete.
  package var isNeverTyped: Bool {
    switch self {
    case .page, .signIn, .errorText, .lfsPointer, .mergeConflict, .xml, .json, .ruleList, .userscript,
      .archive, .utf16, .binary:
      true
    case .empty, .comments, .regexes, .nameServer, .squid, .privoxy, .table, .markdown, .text: false
    }
  }

  /// The message for the user about a text that should be a filter list.
  public var message: String {
    switch self {
    case .empty: "the list is empty"
    case .comments: "the list has no filter"
    case .mergeConflict: "the list has an unresolved merge conflict"
    case .page, .signIn, .errorText, .lfsPointer, .xml, .json, .ruleList, .userscript, .regexes, .nameServer,
      .squid, .privoxy, .table, .markdown, .text, .archive, .utf16, .binary:
      "this is \(words), not a filter list"
    }
  }
}

/// Lines of settings, keys and versions that have the form of a filter without spaces, but that no filter list has.
enum ForeignLine {
  /// Returns whether this is a line of another kind of file, whatever the lines around it are.
  static func matches(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    isAccount(bytes, line: line) || isKey(bytes, line: line) || isYAML(bytes, line: line)
      || isVersion(bytes, line: line)
  }

  /// Returns whether this sets a variable of an environment: a name in capitals before `=`, whatever follows.
  static func isVariable(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    guard let equals = bytes.firstIndex(of: ASCII.equals, in: line), equals > line.lowerBound,
      bytes[line.lowerBound].isCapital || bytes[line.lowerBound] == ASCII.underscore
    else { return false }
    let name = ByteRange(line.lowerBound, equals)
    return name.indices.contains { bytes[$0].isCapital }
      && name.indices.allSatisfy {
        bytes[$0].isCapital || bytes[$0].isDigit || bytes[$0] == ASCII.underscore
      }
  }

  /// Returns whether this is a name and a slash, as in `.gitignore`: `build/`, `.idea/`, `__pycache__/` and `dist/**`.
  ///
  /// A filter for a folder begins with what precedes its name in URLs (`/build/*`), or with `_` or `-`.
  static func isFolder(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    var end = line.upperBound
    if line.count > 3, bytes[end - 1] == ASCII.star, bytes[end - 2] == ASCII.star { end -= 2 }
    guard end - line.lowerBound > 1, bytes[end - 1] == ASCII.slash else { return false }
    var start = line.lowerBound
    if bytes[start] == ASCII.dot {
      start += 1
    } else if bytes.hasPrefix("__", in: line) {
      start += 2
    }
    return start < end - 1 && bytes[start].isLetter
      && (start..<end - 1).allSatisfy { bytes[$0].isNameByte }
  }

  /// A line of `passwd`, `group`, `shadow` or `htpasswd`: `name:x:0:` or `name:$…$`.
  private static func isAccount(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    guard let first = bytes.firstIndex(of: ASCII.colon, in: line), first > line.lowerBound,
      (line.lowerBound..<first).allSatisfy({ bytes[$0].isNameByte || bytes[$0] == ASCII.dot })
    else { return false }
    let behind = ByteRange(first + 1, line.upperBound)
    if let dollar = bytes.firstIndex(of: ASCII.dollar, in: behind), dollar == first + 1,
      let next = bytes.firstIndex(of: ASCII.dollar, in: ByteRange(dollar + 1, line.upperBound))
    {
      return next > dollar + 1
        && (dollar + 1..<next).allSatisfy { bytes[$0].isLetter || bytes[$0].isDigit }
    }
    // An address has digits in this place.
    guard let second = bytes.firstIndex(of: ASCII.colon, in: behind), second > first + 1,
      let third = bytes.firstIndex(of: ASCII.colon, in: ByteRange(second + 1, line.upperBound))
    else { return false }
    let password = bytes[first + 1]
    return (password == UInt8(ascii: "x") || password == ASCII.star || password == ASCII.bang)
      && (second == first + 2 || second == first + 3 && bytes[first + 2] == password)
      && (second + 1..<third).allSatisfy { bytes[$0].isDigit }
  }

  /// A line of `known_hosts` or `authorized_keys`: the kind of a key, a space and the key in base64.
  private static func isKey(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    line.indices.contains { index in
      bytes[index].isBlank && bytes.hasText("AAAA", at: index + 1, in: line)
    }
      && ["ssh-", "ecdsa-", "sk-"].contains { (kind: StaticString) in
        bytes.hasPrefix(kind, in: line)
          || line.indices.contains { bytes[$0].isBlank && bytes.hasText(kind, at: $0 + 1, in: line) }
      }
  }

  /// A line of YAML without a space: `---`, `name:` and `name:value`. The digits of a port and the slash behind a scheme
  /// belong to URLs.
  private static func isYAML(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    if line.count == 3, bytes.hasPrefix("---", in: line) { return true }
    guard let colon = bytes.firstIndex(of: ASCII.colon, in: line), bytes[line.lowerBound].isLetter,
      (line.lowerBound..<colon).allSatisfy({ bytes[$0].isNameByte })
    else { return false }
    return (colon + 1..<line.upperBound).allSatisfy { bytes[$0].isLetter }
  }

  /// The number of a version alone: `1.2.3`, `v20.1`. An address has four numbers.
  private static func isVersion(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    let isMarked = bytes[line.lowerBound] == UInt8(ascii: "v")
    let number = ByteRange(line.lowerBound + (isMarked ? 1 : 0), line.upperBound)
    guard let last = bytes.last(in: number), bytes[number.lowerBound].isDigit, last.isDigit else {
      return false
    }
    var dots = 0
    for index in number.indices {
      if bytes[index] == ASCII.dot { dots += 1 } else if !bytes[index].isDigit { return false }
    }
    return dots > 0 && (isMarked || dots != 3)
  }
}

/// Answers that servers send in place of a file: pages, errors, and pointers to the file.
enum ServerAnswer {
  /// Returns a more precise name for content that was judged by its lines.
  static func named(
    _ content: ForeignContent, in bytes: Span<UInt8>, range: Range<Int>
  ) -> ForeignContent {
    switch content {
    case .page: asksToSignIn(bytes, in: range) ? .signIn : .page
    case .text: isError(bytes, in: range) ? .errorText : .text
    case .empty, .comments, .signIn, .errorText, .lfsPointer, .mergeConflict, .xml, .json, .ruleList,
      .userscript, .regexes,
      .nameServer, .squid, .privoxy, .table, .markdown, .archive, .utf16, .binary:
      content
    }
  }

  static func isLFSPointer(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    let all = ByteRange(range.lowerBound, range.upperBound)
    return bytes.hasPrefix("version https://git-lfs.github.com/", in: all)
      || bytes.hasPrefix("version https://hawser.github.com/", in: all)
  }

  // MARK: Pages

  /// The maximum number of bytes of a page to search.
  private static let pageLimit = 1 << 16

  private static let invitations: [StaticString] = [
    "sign in", "sign-in", "signin", "log in", "login", "log on",
  ]

  /// Returns whether a page asks for a password, or its title to sign in. Captive portals and expired sessions send
  /// such pages.
  private static func asksToSignIn(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    let head = bytes.lowercased(
      ByteRange(range.lowerBound, min(range.lowerBound + pageLimit, range.upperBound)))
    let page = ByteRange(0, head.count)
    guard let start = head.span.firstPlace(of: ["<title"], in: page) else {
      return asksForPassword(head.span, page: page)
    }
    let end = head.span.firstPlace(of: ["</title"], in: ByteRange(start, head.count)) ?? head.count
    let title = ByteRange(start, end)
    if head.span.firstPlace(of: invitations, in: title) != nil { return true }
    // Many pages about an error have a form for the visitors of the site.
    return asksForPassword(head.span, page: page) && head.span.firstPlace(of: failures, in: title) == nil
  }

  private static func asksForPassword(_ bytes: Span<UInt8>, page: ByteRange) -> Bool {
    bytes.firstPlace(of: ["type=\"password\"", "type='password'", "type=password"], in: page) != nil
  }

  // MARK: Errors

  /// The maximum length of an error. Longer texts are documents.
  private static let errorLimit = 512

  private static let failures: [StaticString] = [
    "not found", "forbidden", "unauthorized", "access denied", "access is denied", "permission denied",
    "bad request",
    "bad gateway", "gateway time", "unavailable", "server error", "too many requests", "rate limit", "error:",
    "error code", "error 4", "error 5", "no such", "does not exist", "moved permanently", "timed out",
    "not allowed",
    "connection refused", "authentication required", "login required", "has expired",
  ]

  /// Returns whether a short text that is not a list tells of an error: `404: Not Found`, `Access denied`. A single
  /// word can be anything.
  private static func isError(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    let text = bytes.lowercased(ByteRange(range.lowerBound, range.upperBound).clamped(to: errorLimit + 1))
    let all = ByteRange(0, text.count)
    guard text.count <= errorLimit, let start = text.firstIndex(where: { !ListJudgement.isSpace($0) }) else {
      return false
    }
    let isStatus =
      start + 3 <= text.count && (text[start] == 0x34 || text[start] == 0x35)
      && text[start + 1].isDigit && text[start + 2].isDigit
      && (start + 3 == text.count || !text[start + 3].isNameByte && text[start + 3] != ASCII.dot)
    if isStatus || text.span.hasText("http/", at: start, in: all) { return true }
    let words = text[start...].split { $0 == ASCII.space || $0 == ASCII.lineFeed }
    return words.count > 1 && text.span.firstPlace(of: failures, in: all) != nil
  }
}

extension ByteRange {
  fileprivate func clamped(to count: Int) -> ByteRange {
    ByteRange(lowerBound, min(lowerBound + count, upperBound))
  }
}

extension Span<UInt8> {
  /// Returns the end of the first of the texts in the range; nil if it has none of them.
  fileprivate func firstPlace(of texts: [StaticString], in range: ByteRange) -> Int? {
    for index in range.indices {
      for text in texts where hasText(text, at: index, in: range) { return index + text.utf8CodeUnitCount }
    }
    return nil
  }
}
