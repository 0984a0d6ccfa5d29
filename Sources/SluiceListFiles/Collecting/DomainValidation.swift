import SluiceAnalysis
import SluiceSyntax
import SluiceText

/// The filters that a DNS server can use, according to HostlistCompiler's documentation of `Validate`.
struct DomainValidation: Sendable {
  var allowsAddresses = false
  var allowsPublicSuffixes = false

  /// The minimum length of a pattern, with anchors and wildcards. Shorter patterns would match by accident.
  private static let minimumLength = 5

  /// The options that DNS servers support.
  private static let knownOptions: Set<OptionKind> = [
    .important, .badfilter, .ctag, .client, .dnstype, .dnsrewrite, .denyallow,
  ]
  /// The options with which a filter may name an entire public suffix.
  private static let limitingOptions: Set<OptionKind> = [.denyallow, .badfilter, .client]

  /// Keeps or removes a filter, or rewrites its address as `||address^`.
  func change(_ entry: Entry) -> ListEditor.Change {
    if entry.splitNames != nil { return entry.keepingNames { isValid(name: $0) } }
    switch entry.line.content {
    // As in HostlistCompiler, one invalid name removes the whole line.
    case .hosts(let hosts): return hosts.hosts.allSatisfy { isValid(name: entry.text($0)) } ? .keep : .remove
    case .network(let filter):
      guard isValid(filter, entry: entry) else { return .remove }
      return normalized(filter, entry: entry).map { .replace($0) } ?? .keep
    case .cosmetic, .rejected: return .remove
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: return .keep
    }
  }

  private func isValid(_ filter: NetworkFilter, entry: Entry) -> Bool {
    guard filter.options.allSatisfy({ !$0.isNegated && Self.knownOptions.contains($0.kind) }) else {
      return false
    }
    guard case .plain(let plain) = filter.pattern else { return true }
    guard plain.range.count >= Self.minimumLength else { return false }
    let body = entry.text(plain.body)
    let name = body.hasSuffix("^") ? body.dropLast() : body[...]
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isOfName) else { return false }
    switch IPv4Pattern(body) {
    case .address, .subnet: return allowsAddresses
    case .ambiguous: return false
    case nil: break
    }
    let host = name.drop { $0 == "*" || $0 == "." }
    // Text that can match anywhere in a URL is not a host name.
    guard host.contains(".") || plain.start != .anywhere || host.startIndex > name.startIndex else {
      return false
    }
    guard !host.isEmpty, !allowsPublicSuffixes, Self.isPublicSuffix(String(host)) else {
      return !host.isEmpty
    }
    return filter.options.contains { Self.limitingOptions.contains($0.kind) }
  }

  /// Returns whether a hosts file may name a host, which stands for all of its subdomains too.
  private func isValid(name: String) -> Bool {
    guard !HostNames.isOfThisMachine(Array(name.lowercased().utf8)) else { return true }
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isOfName) else { return false }
    switch IPv4Pattern(name) {
    case .address: return allowsAddresses
    case .subnet, .ambiguous: return false
    case nil: return allowsPublicSuffixes || !Self.isPublicSuffix(name)
    }
  }

  /// Returns `||address^` for an address in another form, or `||1.2.3.` for an address prefix.
  private func normalized(_ filter: NetworkFilter, entry: Entry) -> [UInt8]? {
    guard allowsAddresses, case .plain(let plain) = filter.pattern, !plain.isEndAnchored else { return nil }
    let body = entry.text(plain.body)
    let name: String
    switch IPv4Pattern(body) {
    case .address: name = body.hasSuffix("^") ? body : body + "^"
    case .subnet: name = body
    case .ambiguous, nil: return nil
    }
    guard plain.start != .hostLabel || name != body else { return nil }
    let rest = filter.options.map { entry.text($0.range) }.joined(separator: ",")
    return Array(
      "\(filter.isException ? "@@" : "")||\(name)\(rest.isEmpty ? "" : "$")\(rest)".utf8)
  }

  /// Returns whether a host is a top-level domain, or a well-known two-label suffix under which registries
  /// register names.
  ///
  /// The output must not depend on the machine's public suffix list. HostlistCompiler treats company
  /// suffixes, such as `github.io`, like any other name.
  private static func isPublicSuffix(_ host: String) -> Bool {
    let written = Array(host.lowercased().utf8)
    let host = HostNames.ascii(written.last == ASCII.dot ? Array(written.dropLast()) : written) ?? written
    let suffixes = PublicSuffixList.wellKnown
    return !host.contains(ASCII.star) && suffixes.owner(ofSuffix: HostKey(host)) != .company
      && suffixes.isSuffix(host)
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._*".unicodeScalars.contains(scalar)
  }
}

/// A pattern of digits and dots.
enum IPv4Pattern: Equatable {
  /// `1.2.3.4`, `1.2.3.4^`
  case address
  /// `1.2.3.`, the prefix of 256 addresses.
  case subnet
  /// `1.2`, `1.2.3`, `1.2.3^`: the prefix of too many addresses, or of no address.
  case ambiguous

  /// Classifies a pattern without anchors; returns nil if it is not an address pattern.
  init?(_ text: String) {
    let isClosed = text.hasSuffix("^")
    let labels = (isClosed ? text.dropLast() : text[...]).split(
      separator: ".", omittingEmptySubsequences: false)
    guard !labels.isEmpty, labels.contains(where: { !$0.isEmpty }),
      labels.allSatisfy({ $0 == "*" || $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    let numbers = labels.prefix { UInt8($0) != nil }.count
    if labels.count == 4, numbers == 4 {
      self = .address
    } else if labels.count == 4, numbers == 3, labels[3].isEmpty, !isClosed {
      self = .subnet
    } else {
      self = .ambiguous
    }
  }

  static func isAddress(_ name: String) -> Bool { IPv4Pattern(name) == .address }
}
