/// Text that is appended to a list and replaces some of its lines, together with the replaced places.
struct AddedText: Sendable {
  private struct Part {
    /// The offset of the text in the bytes of the list with the added text.
    var start: UInt32
    /// The place that the text replaces. It can be in added text as well.
    var place: ByteRange
    /// Whether the text is a copy of the bytes at the place. Otherwise the whole text replaces the whole
    /// place.
    var isCopy: Bool
  }

  /// The parts in ascending order. Each text is preceded by a byte that belongs to no part, so an empty range
  /// at the end of one part is not confused with the start of the next.
  private var parts: [Part] = []

  /// Records that the bytes from `start` on are a copy of those at `place`.
  mutating func addCopy(at start: Int, of place: ByteRange) {
    parts.append(Part(start: UInt32(clamping: start), place: place, isCopy: true))
  }

  /// Records that the text from `start` on replaces `place`.
  mutating func addReplacement(at start: Int, of place: ByteRange) {
    parts.append(Part(start: UInt32(clamping: start), place: place, isCopy: false))
  }

  /// Returns the place of a range in the original list, including the bytes between joined lines.
  func place(of range: ByteRange) -> ByteRange {
    guard let added = parts.first?.start, range.start >= added else { return range }
    let first = parts[index(of: range.start)]
    let last = parts[index(of: range.isEmpty ? range.end : range.end - 1)]
    let start =
      first.isCopy
      ? min(first.place.lowerBound + Int(range.start - first.start), first.place.upperBound)
      : first.place.lowerBound
    let end =
      last.isCopy
      ? min(last.place.lowerBound + Int(range.end - last.start), last.place.upperBound)
      : last.place.upperBound
    return place(of: ByteRange(start, max(start, end)))
  }

  /// Returns the index of the last part that starts at or before the offset.
  private func index(of offset: UInt32) -> Int {
    parts.indices.dropFirst().partitionPoint { parts[$0].start <= offset } - 1
  }
}
