import SluiceConversion
import SluiceSyntax
import SluiceText

/// A check of the style of filters.
struct StyleCheck {
  /// The number of times that the list uses each name of the options with aliases.
  private var names: [OptionKind: [String: Int]] = [:]

  /// Counts the option names in a list.
  init(_ list: FilterList) {
    let bytes = list.bytes.span
    for line in list.lines {
      guard case .network(let filter) = line.content else { continue }
      for option in filter.options where Self.hasAliases(option) {
        names[option.kind, default: [:]][bytes.text(option.name).lowercased(), default: 0] += 1
      }
    }
  }

  private static func hasAliases(_ option: Option) -> Bool {
    OptionTable.definition(of: option.kind).map { !$0.aliases.isEmpty } ?? false
  }

  func check(
    _ filter: NetworkFilter, at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    if case .plain(let plain) = filter.pattern, plain.start == .hostLabel {
      let host = ByteRange(plain.body.lowerBound, PatternConverter.hostEnd(bytes, plain.body))
      Self.checkCase(host, at: location, bytes, &found)
    }
    for option in filter.options {
      Self.checkCase(option.name, at: location, bytes, &found)
      if let name = usualName(of: option, bytes) {
        found.add(.optionName, at: location, option.name, .words(name))
      }
      if let entries = option.domains(in: bytes) {
        Self.check(entries, at: location, bytes, &found)
      }
    }
    let order = OptionOrder.sorted(filter.options, bytes)
    if order != filter.options, let first = filter.options.first, let last = filter.options.last {
      let names = order.map { bytes.text($0.range) }.joined(separator: ",")
      found.add(
        .optionOrder, at: location, ByteRange(first.range.lowerBound, last.range.upperBound), .words(names))
    }
  }

  /// Checks the order and the case of a filter's domains.
  static func check(
    _ entries: [DomainEntry], at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    for entry in entries where entry.kind == .host || entry.kind == .entity {
      checkCase(entry.name, at: location, bytes, &found)
    }
    guard let first = entries.first, let last = entries.last, DomainOrder.sorted(entries, bytes) != entries
    else { return }
    found.add(
      .domainOrder, at: location,
      ByteRange(first.range.lowerBound, max(first.range.upperBound, last.range.upperBound)))
  }

  private static func checkCase(
    _ range: ByteRange, at location: FilterPlace, _ bytes: Span<UInt8>, _ found: inout FindingCollector
  ) {
    if range.indices.contains(where: { bytes[$0].isCapital }) { found.add(.upperCase, at: location, range) }
  }

  /// Returns the name of an option that the list uses most, if this filter uses another name; nil if two
  /// names are equally frequent.
  private func usualName(of option: Option, _ bytes: Span<UInt8>) -> String? {
    guard Self.hasAliases(option), let counts = names[option.kind], counts.count > 1,
      let most = counts.values.max(), counts.values.count(where: { $0 == most }) == 1,
      let usual = counts.first(where: { $0.value == most })?.key
    else { return nil }
    return bytes.text(option.name).lowercased() == usual ? nil : usual
  }
}

/// The order of options: party, request types, other options, and options with domains last; each by name.
enum OptionOrder {
  static func sorted(_ options: [Option], _ bytes: Span<UInt8>) -> [Option] {
    let keys = options.map { ($0, rank(of: $0.kind), bytes.lowercased($0.name)) }
    return keys.enumerated().sorted { left, right in
      if left.element.1 != right.element.1 { return left.element.1 < right.element.1 }
      if left.element.2 != right.element.2 {
        return left.element.2.lexicographicallyPrecedes(right.element.2)
      }
      return left.offset < right.offset
    }.map(\.element.0)
  }

  private static func rank(of kind: OptionKind) -> Int {
    switch kind {
    case .thirdParty, .firstParty, .strictThirdParty, .strictFirstParty: 0
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .document, .popup, .popunder, .all, .inlineScript, .inlineFont:
      1
    case .method, .app, .sitekey, .header, .ipaddress, .network, .client, .ctag, .dnstype, .requestheader,
      .matchCase, .important, .cname, .reason, .noop, .elemhide, .generichide, .specifichide, .urlblock,
      .genericblock, .content, .jsinject, .extension, .stealth, .redirect, .rewrite, .empty, .mp4, .csp,
      .permissions, .cookie, .removeparam, .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune,
      .xmlprune, .referrerpolicy, .dnsrewrite, .redirectRule, .unknown:
      2
    case .domain, .to, .denyallow, .top: 3
    case .badfilter: 4
    }
  }
}

/// The order of domains: alphabetical, whether or not they are excluded.
enum DomainOrder {
  static func sorted(_ entries: [DomainEntry], _ bytes: Span<UInt8>) -> [DomainEntry] {
    entries.map { ($0, bytes.lowercased($0.name) + ($0.kind == .entity ? Array(".*".utf8) : [])) }
      .enumerated().sorted { left, right in
        if left.element.1 != right.element.1 {
          return left.element.1.lexicographicallyPrecedes(right.element.1)
        }
        return left.offset < right.offset
      }.map(\.element.0)
  }
}

extension DomainEntry {
  /// The range of the entry as written, including the characters before and after its name.
  var range: ByteRange {
    let (before, after) =
      switch kind {
      case .host, .any: (0, 0)
      case .entity: (0, 2)
      case .regex: (1, 1)
      }
    return ByteRange(
      name.lowerBound - before - (isExcluded ? 1 : 0), name.upperBound + after + (includesEmbedded ? 2 : 0))
  }
}
