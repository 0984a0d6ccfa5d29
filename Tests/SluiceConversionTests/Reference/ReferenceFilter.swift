import SluiceText
import SluiceAnalysis
import SluiceRules
import SluiceSyntax

/// A network filter with its options resolved.
struct ReferenceFilter {
  var isException: Bool
  var pattern: ReferencePattern
  /// The kinds of requests that the filter acts on.
  var kinds: Set<Request.Kind>
  var isThirdParty: Bool?
  var domains = ReferenceDomains()
  var requestDomains = ReferenceDomains()
  var allowedRequestDomains = ReferenceDomains()
  var isImportant = false
  /// Whether the filter is about the cookies of requests instead of the requests.
  var isAboutCookies = false
  /// The kinds of filters that do not act on the pages of an exception.
  var scopes: Set<OptionKind> = []

  /// The reading of excluded entities.
  private let suffixes: ReferenceDomains.Suffixes
  private var precedence = ReferenceDomains.Precedence.excluded

  static let subresources: Set<Request.Kind> = Set(Request.Kind.allCases).subtracting([.document, .popup])

  private static let pageScopes: Set<OptionKind> = [
    .elemhide, .generichide, .specifichide, .urlblock, .genericblock,
  ]

  /// Creates a filter, or returns nil if the reference does not support it.
  ///
  /// - Parameter dialect: The dialect; nil if it is not certain. The filter then has the meaning that blocks
  ///   less.
  init?(
    _ filter: NetworkFilter, _ reading: ReferenceMatcher.Reading, _ dialect: Dialect?, in bytes: [UInt8]
  ) {
    suffixes = (reading == .most) == filter.isException ? .many : .few
    switch dialect {
    case .adblockPlus: precedence = .longer
    case nil: precedence = filter.isException ? .longer : .excluded
    default: break
    }
    guard let pattern = ReferencePattern(filter.pattern, in: bytes) else { return nil }
    isException = filter.isException
    self.pattern = pattern
    var named: Set<Request.Kind> = []
    var excluded: Set<Request.Kind> = []
    var isForEverything = false
    for option in filter.options {
      switch option.kind {
      case .thirdParty: isThirdParty = !option.isNegated
      case .firstParty: isThirdParty = option.isNegated
      case .important: isImportant = true
      case .cookie: isAboutCookies = true
      case .matchCase: self.pattern.isCaseSensitive = true
      case .all: isForEverything = true
      case .domain: domains.add(Self.entries(option, bytes), in: bytes)
      case .to: requestDomains.add(Self.entries(option, bytes), in: bytes)
      case .denyallow: allowedRequestDomains.add(Self.entries(option, bytes), in: bytes)
      case let kind where Self.pageScopes.contains(kind): scopes.insert(kind)
      case let kind:
        guard let kind = Request.Kind(rawValue: kind.rawValue) else { return nil }
        let kinds: Set<Request.Kind> = kind == .ping ? [.ping, .beacon] : [kind]
        if option.isNegated { excluded.formUnion(kinds) } else { named.formUnion(kinds) }
      }
    }
    if isAboutCookies {
      if isForEverything { named = Set(Request.Kind.allCases) }
      // A page is requested with cookies too, but a popup is not without its page.
      kinds = named.isEmpty ? Self.subresources.union([.document]) : named
    } else {
      if isException, named.remove(.document) != nil { scopes.insert(.document) }
      if isForEverything { named = Set(Request.Kind.allCases) }
      kinds = named.isEmpty && scopes.isEmpty ? Self.subresources : named
    }
    kinds.subtract(excluded)
  }

  /// Creates a filter that blocks a host, as a line of a hosts file does.
  init(host: ArraySlice<UInt8>) {
    isException = false
    suffixes = .few
    pattern = ReferencePattern(host: host)
    kinds = Self.subresources
  }

  private static func entries(_ option: Option, _ bytes: [UInt8]) -> [DomainEntry] {
    guard let value = option.value else { return [] }
    return (try? [DomainEntry](parsing: bytes.span, value, separator: UInt8(ascii: "|"))) ?? []
  }

  /// Whether the filter names the pages on which it acts.
  var isSpecific: Bool { domains.hasIncluded }

  func matches(_ request: ReferenceRequest) -> Bool {
    kinds.contains(request.kind) && isThirdParty.map { $0 == request.isThirdParty } ?? true
      && matches(request.url, on: request.page)
  }

  /// Returns whether the filter is an exception of this scope for the page.
  func excepts(_ page: ReferenceURL, from scope: OptionKind) -> Bool {
    scopes.contains(scope) && matches(page, on: page)
  }

  private func matches(_ url: ReferenceURL, on page: ReferenceURL) -> Bool {
    (domains.includes(page.host, suffixes, precedence) || isAboutCookiesSent(to: url, by: page))
      && requestDomains.includes(url.host, suffixes, .excluded)
      && (allowedRequestDomains.isEmpty || !allowedRequestDomains.includes(url.host, suffixes, .excluded))
      && pattern.matches(url)
  }

  /// Returns whether the domains of a filter for cookies name the server of a request.
  private func isAboutCookiesSent(to url: ReferenceURL, by page: ReferenceURL) -> Bool {
    isAboutCookies && domains.hasIncluded && domains.includes(url.host, suffixes, .excluded)
      && !domains.excludes(page.host, suffixes)
  }
}

/// A request made by a page, or for the page itself.
struct ReferenceRequest {
  var kind: Request.Kind
  var url: ReferenceURL
  /// The page that makes the request, or the requested page itself.
  var page: ReferenceURL
  var isThirdParty: Bool { url.site != page.site }
}
