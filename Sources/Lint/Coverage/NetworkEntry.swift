import Bytes
import Conversion
import FilterSyntax

/// A blocking filter or an exception that is in force, as it is compared with others: one of a line, or one of the hosts
/// that a line of a hosts file names.
struct NetworkEntry: Sendable {
  let location: FilterLocation
  /// What a finding marks: the line, or the host.
  let place: ByteRange
  let start: PlainPattern.Start
  let isEndAnchored: Bool
  let isException: Bool
  /// Whether it is one of several hosts of a line.
  let isPartOfLine: Bool
  /// Whether the filter is no more than its pattern.
  let isBare: Bool
  /// Where its text is among those of ``NetworkEntries``.
  let text: Range<Int>
}

/// The network filters of all lists whose patterns are no regexes.
struct NetworkEntries {
  private(set) var entries: [NetworkEntry] = []
  /// The patterns of all entries: letters in one case, hosts in punycode.
  private(set) var texts: [UInt8] = []

  /// Longer patterns are not compared: no real one is, and to compare two takes as long as both together are long.
  private static let maximumLength = 512

  mutating func add(
    _ filter: NetworkFilter, _ plain: PlainPattern, at location: FilterLocation, _ place: ByteRange,
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
        // Several wildcards say the same as one.
        if byte == UInt8(ascii: "*"), byte == last { continue }
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

  /// Adds a host of a hosts file, or a line that is no more than a host: what is meant is `||host^`.
  mutating func add(
    host: ByteRange, at location: FilterLocation, isPartOfLine: Bool, _ bytes: Span<UInt8>
  ) {
    guard let name = HostNames.ascii(bytes, host), !HostNames.isOfThisMachine(name) else { return }
    let start = texts.count
    texts += name
    texts.append(UInt8(ascii: "^"))
    entries.append(
      NetworkEntry(
        location: location, place: host, start: .hostLabel, isEndAnchored: false, isException: false,
        isPartOfLine: isPartOfLine, isBare: true, text: start..<texts.count))
  }
}
