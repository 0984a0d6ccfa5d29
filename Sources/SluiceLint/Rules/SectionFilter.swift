import SluiceConversion
import SluiceSyntax
import SluiceText

/// A filter of a section, with the domains of the filters that were combined with it.
struct SectionFilter {
  /// The part that combinable filters share: everything except their domains. For other filters, the entire
  /// text.
  struct Key: Hashable {
    let before: [UInt8]
    let after: [UInt8]
    /// Whether there are domains between the two parts.
    let hasDomains: Bool
  }

  let key: Key
  let isCosmetic: Bool
  /// The length of the text after `##` or `#@#`; nil for filters with other markers, which FOP does not know.
  private var selectorCount: Int?
  /// The domains as written, by their lower-case names.
  private var domains: [[UInt8]: [UInt8]] = [:]
  /// The domains in their original order, for a filter that is not combined.
  private var own: [UInt8] = []
  private var count = 1

  init(_ line: Line, in bytes: Span<UInt8>, turnedOff: Set<FilterIdentity>) {
    switch line.content {
    case .network(let filter):
      isCosmetic = false
      if let range = Self.domains(of: filter, in: bytes, turnedOff) {
        (key, domains, own) = Self.parts(line.range, at: range.place, entries: range.entries, in: bytes)
        return
      }
    case .cosmetic(let filter):
      isCosmetic = true
      if Self.hasPlainMarker(filter, in: bytes) {
        selectorCount = line.range.upperBound - filter.body.lowerBound
      }
      if let range = Self.domains(of: filter, line.range, in: bytes) {
        (key, domains, own) = Self.parts(line.range, at: range.place, entries: range.entries, in: bytes)
        return
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected:
      isCosmetic = false
    }
    key = Key(before: bytes.array(line.range), after: [], hasDomains: false)
  }

  /// Adds a filter with the same key.
  mutating func add(_ other: SectionFilter) {
    domains.merge(other.domains) { first, _ in first }
    // A duplicate text changes nothing.
    if other.own != own { count += 1 }
  }

  /// The text of the filter that is equivalent to all combined ones.
  var text: [UInt8] {
    guard key.hasDomains else { return key.before }
    guard count > 1 else { return key.before + own + key.after }
    let separator = [UInt8(ascii: isCosmetic ? "," : "|")]
    let sorted = domains.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    return key.before + Array(sorted.joined(separator: separator)) + key.after
  }

  /// Returns the sort key of a hiding filter: the text after its marker. For other filters, it is the entire
  /// text.
  func selector(in text: [UInt8]) -> [UInt8] { selectorCount.map { Array(text.suffix($0)) } ?? text }

  private static func hasPlainMarker(_ filter: CosmeticFilter, in bytes: Span<UInt8>) -> Bool {
    let end = filter.body.lowerBound
    func isByte(_ back: Int, byte: Unicode.Scalar) -> Bool {
      end >= back && bytes[end - back] == UInt8(ascii: byte)
    }
    return isByte(1, byte: "#") && (isByte(2, byte: "#") || isByte(2, byte: "@") && isByte(3, byte: "#"))
  }

  // MARK: Domains

  private static func parts(
    _ line: ByteRange, at place: ByteRange, entries: [DomainEntry], in bytes: Span<UInt8>
  ) -> (Key, [[UInt8]: [UInt8]], [UInt8]) {
    let domains = Dictionary(
      entries.map { (bytes.lowercased($0.name), bytes.array($0.range)) },
      uniquingKeysWith: { first, _ in first })
    let key = Key(
      before: bytes.array(ByteRange(line.lowerBound, place.lowerBound)),
      after: bytes.array(ByteRange(place.upperBound, line.upperBound)), hasDomains: true)
    return (key, domains, bytes.array(place))
  }

  /// Returns the domains of a network filter that only applies to pages of some hosts.
  ///
  /// It returns nil for other filters, and for filters that a `$badfilter` could disable.
  private static func domains(
    of filter: NetworkFilter, in bytes: Span<UInt8>, _ turnedOff: Set<FilterIdentity>
  ) -> (place: ByteRange, entries: [DomainEntry])? {
    let options = filter.options.filter { $0.kind == .domain }
    guard let option = options.first, options.count == 1, !option.isNegated, let value = option.value,
      let entries = option.domains(in: bytes), areHosts(entries),
      !filter.options.contains(where: { $0.kind == .badfilter }),
      turnedOff.isEmpty || !turnedOff.contains(FilterIdentity(filter, in: bytes).onAnyPages)
    else { return nil }
    return (value, entries)
  }

  /// Returns the domains of a cosmetic filter that only applies to pages of some hosts; nil for other
  /// filters.
  private static func domains(
    of filter: CosmeticFilter, _ line: ByteRange, in bytes: Span<UInt8>
  ) -> (place: ByteRange, entries: [DomainEntry])? {
    guard filter.modifiers.isEmpty, areHosts(filter.domains), let first = filter.domains.first,
      let last = filter.domains.last, first.range.lowerBound == line.lowerBound
    else { return nil }
    return (ByteRange(first.range.lowerBound, last.range.upperBound), filter.domains)
  }

  /// Returns whether all entries are hosts that the filter applies to.
  ///
  /// Entities and regexes are excluded, because they have other forms in WebKit rules.
  static func areHosts(_ entries: [DomainEntry]) -> Bool {
    !entries.isEmpty && entries.allSatisfy { $0.kind == .host && !$0.isExcluded && !$0.includesEmbedded }
  }
}
