import FilterSyntax

/// What a file that should be a filter list has in it, as far as that must be known to tell.
enum ListContent: Equatable {
  /// At least one filter.
  case filters
  /// Comments, or nothing.
  case noFilter
  /// Lines that are no filters, or bare words: what a server says that has no list.
  case text
  /// HTML or XML, perhaps behind comments.
  case markup
  /// A JSON object.
  case json

  /// What a file has in it. It is read up to the line that tells, which in a list is one of the first.
  init(of bytes: [UInt8]) {
    var start = FilterList.content(of: bytes).lowerBound
    var size = 1 << 12
    var best = ListContent.noFilter
    while start < bytes.count {
      var end = min(start + size, bytes.count)
      // A piece ends after a line feed. Lists with carriage returns alone stay in one piece.
      while end < bytes.count, bytes[end - 1] != UInt8(ascii: "\n") { end += 1 }
      let list = FilterList(joining: [FilterList.Piece(parsing: start..<end, of: bytes)], of: bytes)
      for line in list.lines {
        let content = Self.content(of: line, in: list.bytes)
        switch content {
        case .filters, .markup, .json:
          self = content
          return
        case .text: best = .text
        case .noFilter: continue
        }
      }
      start = end
      size *= 2
    }
    self = best
  }

  /// What a file of this line alone has in it.
  private static func content(of line: Line, in bytes: [UInt8]) -> ListContent {
    let text = bytes[line.range.indices]
    switch line.content {
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: return .noFilter
    // An instruction to read another file.
    case .rejected(let problem) where problem.reason == .templateInstruction: return .noFilter
    // No URL has these at its start, so no filter begins with them.
    case _ where isTag(text): return .markup
    case _ where text.first == UInt8(ascii: "{"): return .json
    case .rejected: return .text
    case .network, .cosmetic, .hosts:
      let isWord = text.allSatisfy(\.isLetter)
      return isWord ? .text : .filters
    }
  }

  /// Whether a line begins with `<html`, `</p`, `<!DOCTYPE`, `<?xml`, and not just with a `<`.
  private static func isTag(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "<"), let next = line.dropFirst().first else { return false }
    return next.isLetter || "/!?".utf8.contains(next)
  }
}
