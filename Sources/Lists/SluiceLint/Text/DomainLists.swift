import SluiceSyntax

extension Line {
  /// Returns the lists of domains in a filter, with their separators.
  func domainLists(in bytes: Span<UInt8>) -> [([DomainEntry], UInt8)] {
    switch content {
    case .cosmetic(let filter): return [(filter.domains, ASCII.comma)]
    case .network(let filter):
      return filter.options.compactMap { option in
        if case .domains(let entries)? = try? option.read(in: bytes) {
          (entries, ASCII.pipe)
        } else {
          nil
        }
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: return []
    }
  }
}

extension DomainEntry {
  /// The range of the entry as written, including the characters before and after its name.
  var range: ByteRange {
    let (before, after) =
      switch kind {
      case .host, .any, .pages: (0, 0)
      case .entity: (0, 2)
      case .regex: (1, 1)
      }
    return ByteRange(
      name.lowerBound - before - (isExcluded ? 1 : 0), name.upperBound + after + (includesEmbedded ? 2 : 0))
  }
}

extension Span<UInt8> {
  /// Returns the first occurrence of a short text in a range; nil for long texts.
  func range(of text: String, in range: ByteRange) -> ByteRange? {
    let text = Array(text.utf8)
    guard !text.isEmpty, text.count <= 256, text.count <= range.count else { return nil }
    for start in range.lowerBound...(range.upperBound - text.count)
    where text.indices.allSatisfy({ self[start + $0] == text[$0] }) {
      return ByteRange(start, start + text.count)
    }
    return nil
  }
}

extension FilterList {
  /// Returns the end of a line with its trailing spaces; nil for an empty line, and for the joined form of a
  /// filter with continuation lines, which is not part of the list.
  func end(of line: Line) -> Int? {
    guard line.content != .blank, place(of: line.range) == line.range else { return nil }
    let bytes = bytes.span
    return bytes.endOfRun(from: line.range.upperBound, to: bytes.count) { $0.isBlank }
  }
}
