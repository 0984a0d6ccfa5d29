import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceText

/// The reason why a filter matches far more than intended, with the part of it that does. Each kind is a rule.
/// ``RequestCount`` later counts the requests that these filters block.
struct OverbroadMatch {
  enum Kind { case everything, short, suffix, cdn }

  let kind: Kind
  let range: ByteRange

  /// The minimum length of a pattern's text. Shorter patterns match by accident.
  private static let minimumLength = 4

  private init(_ kind: Kind, range: ByteRange) { (self.kind, self.range) = (kind, range) }

  init?(of filter: NetworkFilter, hostEnd: Int, _ bytes: Span<UInt8>, suffixes: PublicSuffixList) {
    guard !filter.options.contains(where: { $0.kind.limitsRequests }), case .plain(let plain) = filter.pattern
    else { return nil }
    if plain.start == .hostLabel, hostEnd < plain.body.upperBound, bytes[hostEnd] != ASCII.star,
      let host = HostNames.ascii(bytes, in: ByteRange(plain.body.lowerBound, hostEnd))
    {
      guard hostEnd + 1 == plain.body.upperBound, bytes[hostEnd] == ASCII.caret, !plain.isEndAnchored,
        !filter.isException, let kind = Self.kind(ofHost: host, suffixes)
      else { return nil }
      self.init(kind, range: ByteRange(plain.body.lowerBound, hostEnd))
    } else if Self.isInEveryURL(plain, in: bytes) {
      self.init(.everything, range: filter.pattern.range)
    } else {
      let literal = plain.body.indices.count { bytes[$0] != ASCII.star && bytes[$0] != ASCII.caret }
      guard plain.start != .url, literal < Self.minimumLength, !plain.isEndAnchored else { return nil }
      self.init(.short, range: filter.pattern.range)
    }
  }

  /// Creates the reason for a name that stands for a host and all of its subdomains; nil for other names.
  ///
  /// Domain lists name top-level domains on purpose, so these are skipped, except those with two letters
  /// (country codes).
  init?(ofHost range: ByteRange, _ bytes: Span<UInt8>, suffixes: PublicSuffixList) {
    guard let host = HostNames.ascii(bytes, in: range), !HostNames.isOfThisMachine(host),
      host.contains(ASCII.dot) || host.count < 3, let kind = Self.kind(ofHost: host, suffixes)
    else { return nil }
    self.init(kind, range: range)
  }

  private static func kind(ofHost host: [UInt8], _ suffixes: PublicSuffixList) -> Kind? {
    let key = HostKey(host)
    switch suffixes.owner(ofSuffix: key) {
    // Someone who blocks an entire service usually intends to.
    case .company: return .cdn
    case .registry where !host.allSatisfy({ $0.isDigit || $0 == ASCII.dot }): return .suffix
    case .registry, nil: break
    }
    guard host.contains(ASCII.dot) else { return KnownSuffixes.isLargeTopLevel(host) ? .suffix : nil }
    return cdns.contains(key) ? .cdn : nil
  }

  /// Returns whether every web URL contains the pattern: empty text, a separator, or characters that follow
  /// each scheme.
  private static func isInEveryURL(_ plain: PlainPattern, in bytes: Span<UInt8>) -> Bool {
    guard plain.start == .anywhere, !plain.isEndAnchored else { return false }
    let text = bytes.array(plain.body)
    return ["", "^", "/", ":", "//", ":/", "://", "http", "^^", ".", "*"].contains {
      $0.utf8.elementsEqual(text)
    }
  }

  /// Hosts that serve files for a very large number of sites, according to their operators' documentation.
  private static let cdns = Set(
    """
    ajax.aspnetcdn.com ajax.googleapis.com akamaized.net akamaihd.net azureedge.net b-cdn.net cdn.jsdelivr.net
    cdn.shopify.com cdnjs.cloudflare.com cloudflare.com cloudfront.net code.jquery.com cdn77.org digitaloceanspaces.com
    edgekey.net edgesuite.net esm.sh fastly.net fbcdn.net firebaseapp.com fonts.googleapis.com fonts.gstatic.com
    googleapis.com googleusercontent.com gstatic.com jsdelivr.net kxcdn.com maxcdn.bootstrapcdn.com netdna-cdn.com
    raw.githubusercontent.com rawgit.com s3.amazonaws.com stackpath.bootstrapcdn.com stackpathcdn.com
    storage.googleapis.com unpkg.com wp.com ytimg.com
    """.split(whereSeparator: \.isWhitespace).map { HostKey(Array($0.utf8)) })
}

extension OptionKind {
  /// Whether the option excludes most requests, or changes what the filter does.
  fileprivate var limitsRequests: Bool {
    switch row.role {
    case .modifier: self == .badfilter
    case .pageType: self != .all
    case .requestType, .party, .domains, .condition, .pageException, .effect, .unknown: true
    }
  }
}

/// The selector of a hiding filter for all sites that is a single name: `div`, `.ad`, `#ad` or `:root`.
struct GenericName {
  enum Kind { case tag, classOrID, pseudoClass }

  let kind: Kind
  let range: ByteRange
  /// The name with the character before it.
  let text: String

  init?(_ filter: CosmeticFilter, in bytes: Span<UInt8>) {
    guard filter.kind == .hiding || filter.kind == .extendedHiding, !filter.isException,
      filter.domains.allSatisfy({ $0.isExcluded || $0.kind == .any }), filter.modifiers.isEmpty,
      // No element name and no name in the tables of the rules is longer.
      filter.body.count <= 24
    else { return nil }
    if CSSSelector.isPlain(bytes.extracting(filter.body.indices)) {
      (kind, range, text) = (.classOrID, filter.body, bytes.text(filter.body))
      return
    }
    guard let selector = ParsedSelector(of: bytes.extracting(filter.body.indices)),
      let simple = selector.onlySimple
    else { return nil }
    switch simple.condition {
    case .type: kind = .tag
    case .class, .id: kind = .classOrID
    case .pseudoClass: kind = .pseudoClass
    case .attribute, .any, .not, .has, .nth, .languages, .direction, .pseudoElement, .nesting: return nil
    }
    let start = filter.body.lowerBound
    range = ByteRange(start + simple.range.lowerBound, start + simple.range.upperBound)
    text = bytes.text(range)
  }
}
