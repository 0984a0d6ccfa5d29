/// Text behind the end of a list that stands for lines of it, and which bytes of the list it stands for.
struct AddedText: Sendable {
  private struct Part {
    /// Where it begins among the bytes, list and added text together.
    var start: UInt32
    /// What it stands for; itself perhaps added text.
    var place: ByteRange
    /// Whether it is the same bytes; otherwise all of it stands for all of the place.
    var isCopy: Bool
  }

  /// By rising starts. A byte that belongs to none lies before each text, so that an empty range at the end of
  /// one is not taken for the beginning of the next.
  private var parts: [Part] = []

  /// Notes that the bytes from `start` on are those of `place`.
  mutating func addCopy(at start: Int, of place: ByteRange) {
    parts.append(Part(start: UInt32(clamping: start), place: place, isCopy: true))
  }

  /// Notes that the text from `start` on stands for `place`.
  mutating func addReplacement(at start: Int, of place: ByteRange) {
    parts.append(Part(start: UInt32(clamping: start), place: place, isCopy: false))
  }

  /// The bytes of the list that a range stands for; those between the pieces of a joined line too.
  func place(of range: ByteRange) -> ByteRange {
    guard let added = parts.first?.start, range.start >= added else { return range }
    let first = parts[index(of: range.start)]
    guard first.isCopy else { return place(of: first.place) }
    let last = parts[index(of: range.isEmpty ? range.end : range.end - 1)]
    return ByteRange(
      min(first.place.lowerBound + Int(range.start - first.start), first.place.upperBound),
      min(last.place.lowerBound + Int(range.end - last.start), last.place.upperBound))
  }

  /// The last part that begins at the offset or before it.
  private func index(of offset: UInt32) -> Int {
    var (low, high) = (0, parts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if parts[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
