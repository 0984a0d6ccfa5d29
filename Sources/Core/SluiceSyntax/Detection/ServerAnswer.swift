/// Answers that servers send in place of a file: pages, errors, and pointers to the file.
enum ServerAnswer {
  /// Returns a more precise name for content that was judged by its lines.
  static func named(
    _ content: ForeignContent, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) -> ForeignContent {
    switch content {
    case .page: asksToSignIn(bytes, range) ? .signIn : .page
    case .text: isError(bytes, range) ? .errorText : .text
    case .empty, .comments, .signIn, .errorText, .lfsPointer, .mergeConflict, .xml, .json, .ruleList,
      .userscript, .regexes,
      .nameServer, .squid, .privoxy, .table, .markdown, .archive, .utf16, .binary:
      content
    }
  }

  /// Returns whether a text is what Git stores for a file in LFS.
  static func isLFSPointer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let all = ByteRange(range.lowerBound, range.upperBound)
    return bytes.hasPrefix("version https://git-lfs.github.com/", all)
      || bytes.hasPrefix("version https://hawser.github.com/", all)
  }

  // MARK: Pages

  /// The maximum number of bytes of a page to search.
  private static let pageLimit = 1 << 16

  private static let invitations: [StaticString] = [
    "sign in", "sign-in", "signin", "log in", "login", "log on",
  ]

  /// Returns whether a page asks for a password, or its title to sign in. Captive portals and expired sessions send
  /// such pages.
  private static func asksToSignIn(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let head = bytes.lowercased(
      ByteRange(range.lowerBound, min(range.lowerBound + pageLimit, range.upperBound)))
    let page = ByteRange(0, head.count)
    guard let start = head.span.firstPlace(of: ["<title"], in: page) else {
      return asksForPassword(head.span, page)
    }
    let end = head.span.firstPlace(of: ["</title"], in: ByteRange(start, head.count)) ?? head.count
    let title = ByteRange(start, end)
    if head.span.firstPlace(of: invitations, in: title) != nil { return true }
    // Many pages about an error have a form for the visitors of the site.
    return asksForPassword(head.span, page) && head.span.firstPlace(of: failures, in: title) == nil
  }

  private static func asksForPassword(_ bytes: Span<UInt8>, _ page: ByteRange) -> Bool {
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
  private static func isError(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
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
  /// Returns the first bytes of the range, at most `count`.
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
