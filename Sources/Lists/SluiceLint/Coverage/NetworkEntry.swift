import SluiceConversion
import SluiceSyntax

/// An active blocking filter or exception, for comparing it with others. It is a line, or a host in a line of
/// a hosts file.
struct NetworkEntry: Sendable {
  let location: FilterPlace
  /// The range that a finding marks: the line or the host.
  let place: ByteRange
  let start: PlainPattern.Start
  let isEndAnchored: Bool
  let isException: Bool
  /// Whether the entry is one of several hosts in a line.
  let isPartOfLine: Bool
  /// Whether the filter consists only of its pattern.
  let isBare: Bool
  /// The range of its text in the texts of ``NetworkEntries``.
  let text: Range<Int>
}

/// The network filters of all lists, except those with a regex pattern.
struct NetworkEntries {
  private(set) var entries: [NetworkEntry] = []
  /// The patterns of all entries, with letters in lowercase and hosts in Punycode.
  private(set) var texts: [UInt8] = []

  /// The maximum length of a pattern to compare. No real pattern is longer, and a comparison takes time
  /// proportional to both lengths.
  private static let maximumLength = 512

  mutating func add(
    _ filter: NetworkFilter, _ plain: PlainPattern, at location: FilterPlace, _ place: ByteRange,
    _ bytes: Span<UInt8>
  ) {
    guard plain.body.count <= Self.maximumLength else { return }
    let start = texts.count
    if plain.body.indices.contains(where: { bytes[$0] >= 0x80 }) {
      texts += plain.folded(in: bytes)
    } else {
      var last: UInt8 = 0
      for index in plain.body.indices {
        let byte = bytes[index].asciiLowercased
        // Several wildcards are equivalent to one.
        if byte == ASCII.star, byte == last { continue }
        texts.append(byte)
        last = byte
      }
    }
    entries.append(
      NetworkEntry(
        location: location, place: place, start: plain.start, isEndAnchored: plain.isEndAnchored,
        isException: filter.isException, isPartOfLine: false, isBare: filter.options.isEmpty,
        text: start..<texts.count))
  }

  /// Adds a host of a hosts file, or a line with only a host, which means `||host^`.
  mutating func add(
    host: ByteRange, at location: FilterPlace, isPartOfLine: Bool, _ bytes: Span<UInt8>
  ) {
    guard let name = HostNames.ascii(bytes, host), !HostNames.isOfThisMachine(name) else { return }
    let start = texts.count
    texts += name
    texts.append(ASCII.caret)
    entries.append(
      NetworkEntry(
        location: location, place: host, start: .hostLabel, isEndAnchored: false, isException: false,
        isPartOfLine: isPartOfLine, isBare: true, text: start..<texts.count))
  }
}
