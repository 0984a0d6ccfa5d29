import SluiceLists
import SluiceText

/// A list with fixes: the original and the current text of each line.
public struct FixedList: Sendable {
  /// A line with its line end. A removed line has no text.
  public struct Line: Hashable, Sendable {
    /// The original text.
    public let original: [UInt8]
    /// The current text; nil if the line is removed.
    public fileprivate(set) var fixed: [UInt8]?

    /// Whether the line has changed.
    public var isChanged: Bool { fixed != original }
  }

  /// All lines of the original list, including removed ones.
  public private(set) var lines: [Line]

  /// Creates an unchanged list.
  public init(parsing list: some InputBytes & ~Escapable) {
    let bytes = list.inputArray()
    lines = Self.split(bytes).map { Line(original: Array(bytes[$0]), fixed: Array(bytes[$0])) }
  }

  /// The current text of the list.
  public var bytes: [UInt8] { lines.reduce(into: []) { $0 += $1.fixed ?? [] } }

  /// Whether the list has changed.
  public var isChanged: Bool { lines.contains { $0.isChanged } }

  private static func split(_ bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      ranges.append(start..<end)
      start = end
    }
    return ranges
  }

  /// Updates the checksum if it was correct before.
  mutating func renewChecksum() {
    guard isChanged else { return }
    let original = lines.flatMap(\.original)
    let before = ListMetadata(parsing: original)
    guard before.checksum != nil, before.hasRightChecksum(original) else { return }
    let text = bytes
    let after = ListMetadata(parsing: text)
    guard let place = after.checksumPlace, !after.hasRightChecksum(text) else { return }
    apply([TextEdit(place, Array(after.rightChecksum(text).utf8))])
  }

  /// Applies edits to the current text. They must be sorted and must not overlap, and they keep line ends
  /// unless a full line is removed.
  mutating func apply(_ edits: [TextEdit]) {
    var rest = edits[...]
    var start = 0
    for index in lines.indices {
      guard let text = lines[index].fixed else { continue }
      let range = start..<start + text.count
      start = range.upperBound
      let own = rest.prefix { $0.range.lowerBound < range.upperBound }
      rest = rest[own.endIndex...]
      guard !own.isEmpty else { continue }
      let fixed = TextEdit.apply(
        own.map {
          TextEdit(
            ByteRange(
              $0.range.lowerBound - range.lowerBound,
              min($0.range.upperBound, range.upperBound) - range.lowerBound),
            $0.text)
        }, to: text)
      lines[index].fixed = fixed.isEmpty ? nil : fixed
    }
  }
}
