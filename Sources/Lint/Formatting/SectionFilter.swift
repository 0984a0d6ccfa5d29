import Bytes
import Conversion
import FilterSyntax

/// A filter of a section, with the domains of those that were combined with it.
struct SectionFilter {
  /// What filters have in common that can be one: all but their domains. The whole text for others.
  struct Key: Hashable {
    let before: [UInt8]
    let after: [UInt8]
    /// Whether there are domains between these.
    let hasDomains: Bool
  }

  let key: Key
  let isCosmetic: Bool
  /// How long what follows `##` or `#@#` is, at the end of the text; nil for filters with other markers, which FOP does not know.
  private var selectorCount: Int?
  /// As they are written, by their names in lower case.
  private var domains: [[UInt8]: [UInt8]] = [:]
  /// Of a filter that is alone: its domains in their own order.
  private var own: [UInt8] = []
  private var count = 1

  init(_ line: Line, in bytes: Span<UInt8>, _ turnedOff: Set<FilterIdentity>) {
    switch line.content {
    case .network(let filter):
      isCosmetic = false
      if let range = Self.domains(of: filter, in: bytes, turnedOff) {
        (key, domains, own) = Self.parts(line.range, range.place, range.entries, bytes)
        return
      }
    case .cosmetic(let filter):
      isCosmetic = true
      if Self.hasPlainMarker(filter, bytes) { selectorCount = line.range.upperBound - filter.body.lowerBound }
      if let range = Self.domains(of: filter, line.range, in: bytes) {
        (key, domains, own) = Self.parts(line.range, range.place, range.entries, bytes)
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
    // The same text once more changes nothing.
    if other.own != own { count += 1 }
  }

  /// The filter that does what all of these do.
  var text: [UInt8] {
    guard key.hasDomains else { return key.before }
    guard count > 1 else { return key.before + own + key.after }
    let separator = [UInt8(ascii: isCosmetic ? "," : "|")]
    let sorted = domains.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    return key.before + Array(sorted.joined(separator: separator)) + key.after
  }

  /// What a hiding filter is sorted by: what follows its marker. The whole text for others.
  func selector(in text: [UInt8]) -> [UInt8] { selectorCount.map { Array(text.suffix($0)) } ?? text }

  private static func hasPlainMarker(_ filter: CosmeticFilter, _ bytes: Span<UInt8>) -> Bool {
    let end = filter.body.lowerBound
    func isByte(_ back: Int, _ byte: Unicode.Scalar) -> Bool {
      end >= back && bytes[end - back] == UInt8(ascii: byte)
    }
    return isByte(1, "#") && (isByte(2, "#") || isByte(2, "@") && isByte(3, "#"))
  }

  // MARK: Domains

  private static func parts(
    _ line: ByteRange, _ place: ByteRange, _ entries: [DomainEntry], _ bytes: Span<UInt8>
  ) -> (Key, [[UInt8]: [UInt8]], [UInt8]) {
    let domains = Dictionary(
      entries.map { (bytes.lowercased($0.name), bytes.array($0.range)) },
      uniquingKeysWith: { first, _ in first })
    let key = Key(
      before: bytes.array(ByteRange(line.lowerBound, place.lowerBound)),
      after: bytes.array(ByteRange(place.upperBound, line.upperBound)), hasDomains: true)
    return (key, domains, bytes.array(place))
  }

  /// The domains of a network filter that acts on pages of some hosts alone; nil for others, and for filters that
  /// `$badfilter` may turn off.
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

  /// The domains of a cosmetic filter that acts on pages of some hosts alone; nil for others.
  private static func domains(
    of filter: CosmeticFilter, _ line: ByteRange, in bytes: Span<UInt8>
  ) -> (place: ByteRange, entries: [DomainEntry])? {
    guard filter.modifiers.isEmpty, areHosts(filter.domains), let first = filter.domains.first,
      let last = filter.domains.last, first.range.lowerBound == line.lowerBound
    else { return nil }
    return (ByteRange(first.range.lowerBound, last.range.upperBound), filter.domains)
  }

  /// Whether all entries are hosts on whose pages a filter acts. Entities and regexes are left: WebKit's rules have other
  /// forms for them.
  static func areHosts(_ entries: [DomainEntry]) -> Bool {
    !entries.isEmpty && entries.allSatisfy { $0.kind == .host && !$0.isExcluded && !$0.includesEmbedded }
  }
}
