import SluiceText

/// A line of a list: its range and its content.
public struct Line: Hashable, Sendable {
  /// The range of the line without its line end and without spaces at its ends. For a filter that spans
  /// several lines, this is the range of its joined form after the end of the list; see
  /// ``FilterList/place(of:)``.
  public var range: ByteRange
  /// The parsed content.
  public var content: Content

  /// The content of a line.
  @nonexhaustive public enum Content: Hashable, Sendable {
    /// An empty line, or only spaces.
    case blank
    /// `! text`, or `# text` in hosts files.
    case comment
    /// `[Adblock Plus 2.0]`, with the text between the brackets.
    case header(ByteRange)
    /// `! Title: EasyList`, in the first lines of a list.
    case metadata(Metadata)
    /// `!#if`, `!#include` or another directive.
    case directive(Directive)
    /// `!+ PLATFORM(...)`, with the text after the `!+`.
    case hint(ByteRange)
    /// A filter that applies to requests, or an exception to these filters.
    case network(NetworkFilter)
    /// A filter that applies to elements of pages, or an exception to these filters.
    case cosmetic(CosmeticFilter)
    /// A line of a hosts file.
    case hosts(HostsLine)
    /// A continuation of a filter that starts on an earlier line.
    case continuation
    /// An invalid line.
    case rejected(SyntaxProblem)
  }
}

/// `! Key: value` in the first 50 lines of a list.
public struct Metadata: Hashable, Sendable {
  /// The key as written.
  public var key: ByteRange
  /// The value without spaces around it.
  public var value: ByteRange
}

/// A line that names hosts: `0.0.0.0 ads.example tracker.example # comment`, dnsmasq's
/// `address=/ads.example/`, or the equivalent of other DNS servers and proxies.
public struct HostsLine: Hashable, Sendable {
  /// The address; empty for lines without one.
  public var address: ByteRange
  /// The names as written; they are not necessarily valid host names.
  public var hosts: [ByteRange]
  /// The hosts that the names stand for.
  public var scope = Scope.hostAndBelow
  /// The effect on requests to the hosts.
  public var effect = Effect.block

  /// Creates a line with these names.
  package init(address: ByteRange, hosts: [ByteRange], scope: Scope = .hostAndBelow, effect: Effect = .block)
  {
    (self.address, self.hosts, self.scope, self.effect) = (address, hosts, scope, effect)
  }

  /// The hosts that a name stands for.
  @frozen public enum Scope: Hashable, Sendable {
    /// The host and all its subdomains. Ad blockers read hosts files in this way too.
    case hostAndBelow
    /// Only the host itself.
    case host
    /// Only the subdomains.
    case below
  }

  /// The effect on requests to the hosts.
  @frozen public enum Effect: Hashable, Sendable {
    /// Blocks the requests: the hosts have no address, or `0.0.0.0`, `::` or a loopback address.
    case block
    /// Allows the requests, overriding other entries for the hosts.
    case allow
    /// Redirects the requests to another address, or restores the original one.
    case mapping
  }
}

extension HostsLine {
  /// Whether the hosts are blocked.
  public var isBlock: Bool { effect == .block }
}

/// The continuation of filters over several lines, as in uBlock Origin. A line that ends with a space and a
/// `\` continues in the next line if that one starts with four spaces. The parts are joined without anything
/// between them.
enum LineContinuation {
  static func continues(_ bytes: Span<UInt8>, from start: Int, to end: Int, next: Int) -> Bool {
    isLeft(open: bytes, from: start, to: end) && isIndented(bytes, at: next)
  }

  static func isContinuation(_ bytes: Span<UInt8>, at index: Int, listStart: Int) -> Bool {
    guard index > listStart, isIndented(bytes, at: index) else { return false }
    var end = index - 1
    if bytes[end] == ASCII.lineFeed, end > listStart, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
    return isLeft(open: bytes, from: listStart, to: end)
  }

  /// Returns the part of the joined filter that a line contributes: without spaces at its ends and without
  /// the `\`.
  static func piece(_ bytes: Span<UInt8>, of line: ByteRange, continues: Bool) -> ByteRange {
    bytes.trimmed(ByteRange(line.lowerBound, line.upperBound - (continues ? 1 : 0)))
  }

  /// Returns whether a line continues in the next one. Both lines include their line ends.
  static func continues(_ line: [UInt8], in next: [UInt8]) -> Bool {
    var end = line.count
    while end > 0, line[end - 1] == ASCII.lineFeed || line[end - 1] == ASCII.carriageReturn { end -= 1 }
    return isLeft(open: line.span, from: 0, to: end) && isIndented(next.span, at: 0)
  }

  private static func isLeft(open bytes: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    end - start >= 2 && bytes[end - 1] == ASCII.backslash && bytes[end - 2] == ASCII.space
  }

  private static func isIndented(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    bytes.hasText("    ", at: index, in: ByteRange(0, bytes.count))
  }
}

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

  mutating func addCopy(at start: Int, of place: ByteRange) {
    parts.append(Part(start: UInt32(clamping: start), place: place, isCopy: true))
  }

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
