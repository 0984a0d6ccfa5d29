import SluiceText

/// The public suffix list, including its private section, as WebKit uses it to compare sites.
public struct PublicSuffixList: Sendable {
  private enum Kind { case suffix, allBelow, suffixAndAllBelow, exception }
  private var rules: [HostKey: (kind: Kind, owner: Owner)] = [:]

  /// The owner of a suffix.
  package enum Owner: Sendable {
    /// A registry.
    case registry
    /// A company or service that gives subdomains to its users: the private section of the list.
    case company
  }

  /// The number of rules in the list.
  package var count: Int { rules.count }

  /// Parses the file format of the public suffix list: UTF-8 with one rule per line and `//` comments. A rule
  /// can begin with `*.` or `!`. Many systems install the file as
  /// `/usr/share/publicsuffix/public_suffix_list.dat`. Invalid lines are skipped.
  public init(parsing file: some InputBytes & ~Escapable) {
    let text = file.inputArray()
    var owner = Owner.registry
    var start = 0
    while start < text.count {
      let end = text.span.firstIndex(of: ASCII.lineFeed, in: ByteRange(start, text.count)) ?? text.count
      let line = text[start..<end].drop { $0.isJSONSpace }
      start = end + 1
      guard let first = line.first else { continue }
      if first != ASCII.slash {
        insert(line.prefix { !$0.isJSONSpace }, owner: owner)
      } else if line.starts(with: Self.privateSection.utf8) {
        owner = .company
      }
    }
  }

  private static let privateSection = "// ===BEGIN PRIVATE DOMAINS==="

  /// The most common suffixes with two labels, as a fallback if no list is available. Below a suffix that it
  /// does not contain, different sites count as the same site.
  public static let wellKnown = PublicSuffixList(
    parsing: lines(KnownSuffixes.registries) + Array("\(privateSection)\n".utf8)
      + lines(KnownSuffixes.companies))

  private static func lines(_ names: String) -> [UInt8] {
    names.utf8.map { $0 == ASCII.space ? ASCII.lineFeed : $0 } + [ASCII.lineFeed]
  }

  private mutating func insert(_ rule: ArraySlice<UInt8>, owner: Owner) {
    var rule = rule
    var kind = Kind.suffix
    if rule.first == ASCII.bang {
      rule.removeFirst()
      kind = .exception
    } else if rule.starts(with: "*.".utf8) {
      rule.removeFirst(2)
      kind = .allBelow
    }
    let name = HostKey(Punycode.host(rule))
    let known = rules[name]
    switch (known?.kind, kind) {
    case (.suffix, .allBelow), (.allBelow, .suffix): kind = .suffixAndAllBelow
    case _: break
    }
    rules[name] = (kind, known?.owner == .company ? .company : owner)
  }

  /// Returns the registrable domain of a host, which must be in lowercase and Punycode. It is the public
  /// suffix with one more label. For a public suffix or an address, the result is the host itself. Below an
  /// unknown suffix, it is the last two labels.
  package func registrableDomain(of host: [UInt8]) -> ArraySlice<UInt8> {
    if host.contains(ASCII.colon) || host.allSatisfy({ $0.isDigit || $0 == ASCII.dot }) {
      return host[...]
    }
    var labelStarts = [0]
    // After a dot at the end, no rule of the list applies.
    for index in host.indices.dropLast() where host[index] == ASCII.dot { labelStarts.append(index + 1) }
    // Tries longer names first, because the longest rule wins. A host has at most 127 labels; a name with
    // more is not a host.
    for level in labelStarts.indices.suffix(127) {
      let start = labelStarts[level]
      let parent = labelStarts[max(level - 1, 0)]
      switch rules[HostKey(Array(host[start...]))]?.kind {
      case .exception: return host[start...]
      case .suffix, .suffixAndAllBelow: return host[parent...]
      case .allBelow, nil: break
      }
      guard level + 1 < labelStarts.count else { continue }
      switch rules[HostKey(Array(host[labelStarts[level + 1]...]))]?.kind {
      case .allBelow, .suffixAndAllBelow: return host[parent...]
      default: break
      }
    }
    return host[labelStarts[max(labelStarts.count - 2, 0)]...]
  }
}

extension PublicSuffixList {
  /// Returns whether a host is first-party on the pages of another one: WebKit compares the end of the host with the
  /// page's registrable domain. A page whose host is a public suffix therefore shares its site with all hosts below
  /// it. Their pages do not share it with each other (measured).
  func isSite(of page: [UInt8], includes host: [UInt8]) -> Bool {
    page.isEmpty ? host.isEmpty : HostNames.isHost(host, within: Array(registrableDomain(of: page)))
  }

  /// Returns whether a host, in lowercase and Punycode, is a public suffix: the site of a host directly below it is that
  /// host. Names without a dot are.
  package func isSuffix(_ host: [UInt8]) -> Bool {
    let below = Array("x.".utf8) + host
    return registrableDomain(of: below).count == below.count
  }

  /// All top-level domains with public suffixes below them, in lowercase and Punycode.
  package var topLevelDomains: Set<HostKey> {
    Set(rules.keys.lazy.map { HostKey(Array($0.bytes.split(separator: ASCII.dot).last ?? [])) })
  }

  /// Returns the owner of a public suffix, or of a host below which all names are suffixes; nil for other hosts. The
  /// name must be in lowercase and Punycode.
  package func owner(ofSuffix name: HostKey) -> Owner? {
    let host = name.bytes
    if let rule = rules[name] { return rule.kind == .exception ? nil : rule.owner }
    guard let dot = host.firstIndex(of: ASCII.dot), let rule = rules[HostKey(Array(host[(dot + 1)...]))]
    else { return nil }
    switch rule.kind {
    case .allBelow, .suffixAndAllBelow: return rule.owner
    case .suffix, .exception: return nil
    }
  }
}
