import ContentBlocker
import FilterSyntax

/// The options of one network filter, sorted by what they say.
struct FilterOptions {
  /// Types named; none when the filter names no type.
  var types: RequestTypes = []
  /// Types behind a `~`.
  var excludedTypes: RequestTypes = []
  /// Whether `all` is among the options.
  var isForEverything = false
  /// Types that WebKit does not have were named, so that "no type" does not mean "any type".
  var namesOnlyUnknownTypes = false
  var loadTypes: LoadTypes = []
  var domains: [DomainEntry] = []
  var domainsRange: ByteRange?
  private var filterHasTop = false
  var requestDomains: [DomainEntry] = []
  var allowedRequestDomains: [DomainEntry] = []
  var isCaseSensitive = false
  var isImportant = false
  var blocksCookies = false
  var pageScopes: PageScopes = []
  /// What is not exact about them; the first is reported.
  var findings: [Finding] = []

  /// All options, for what is about more than one.
  private(set) var range: ByteRange
  /// Whether there are hosts on which the filter does not act.
  var hasOwnExceptions: Bool {
    !allowedRequestDomains.isEmpty || requestDomains.contains { $0.isExcluded }
  }

  /// The exceptions that act on a whole page.
  struct PageScopes: OptionSet, Hashable {
    let rawValue: UInt8
    static let document = Self(rawValue: 1 << 0)
    static let elemhide = Self(rawValue: 1 << 1)
    static let generichide = Self(rawValue: 1 << 2)
    static let specifichide = Self(rawValue: 1 << 3)
    static let urlblock = Self(rawValue: 1 << 4)
    static let genericblock = Self(rawValue: 1 << 5)
  }

  /// Sorts the options, or says which of them keeps the filter from being converted.
  init(_ filter: NetworkFilter, in bytes: Span<UInt8>) throws(Finding) {
    range = ByteRange(
      filter.options.first?.range.lowerBound ?? 0, filter.options.last?.range.upperBound ?? 0)
    for option in filter.options { try add(option, isException: filter.isException, bytes) }
    if filter.isException, types.contains(.document) {
      types.remove(.document)
      pageScopes.insert(.document)
    }
    guard let first = filter.options.first else { return }
    try separateBeacons(filter)
    if namesOnlyUnknownTypes, types.isEmpty, pageScopes.isEmpty, !isForEverything {
      // The types are gone, and without any the filter would act on all of them.
      throw findings.first.map { Finding(outcome: .dropped, reason: $0.reason, span: $0.span) }
        ?? .dropped(.noWebKitType, first.range)
    }
    if !types.isEmpty {
      types.subtract(excludedTypes)
      if types.isEmpty, !isForEverything { throw .dropped(.conflictingOptions, first.range) }
      excludedTypes = []
    }
  }

  private mutating func add(
    _ option: Option, isException: Bool, _ bytes: Span<UInt8>
  ) throws(Finding) {
    switch option.kind {
    case .script: addType(.script, option)
    case .image: addType(.image, option)
    case .stylesheet: addType(.stylesheet, option)
    case .font: addType(.font, option)
    case .media: addType(.media, option)
    case .subdocument: addType(.subdocument, option)
    case .xmlhttprequest: addType(.xmlhttprequest, option)
    case .websocket: addType(.websocket, option)
    case .document: addType(.document, option)
    case .popup: addType(.popup, option)
    case .ping: addType(.ping, option)
    case .other: addType(.other, option)
    case .object:
      // WebKit has no plugins; what object and embed elements load are images and frames to it.
      if option.isNegated { excludedTypes.insert(.object) } else { namesOnlyUnknownTypes = true }
      findings.append(.approximated(.objectType, option.range))
    case .webrtc, .webbundle, .inlineScript, .inlineFont, .popunder:
      guard !option.isNegated else { return }
      namesOnlyUnknownTypes = true
      findings.append(.approximated(.noWebKitType, option.range))
    case .all: isForEverything = true
    case .thirdParty: loadTypes.insert(option.isNegated ? .firstParty : .thirdParty)
    case .firstParty: loadTypes.insert(option.isNegated ? .thirdParty : .firstParty)
    case .strictThirdParty:
      // Hosts of one site differ too, which WebKit cannot see: less is blocked, or allowed.
      guard !option.isNegated else { throw .dropped(.strictParty, option.range) }
      loadTypes.insert(.thirdParty)
      findings.append(.approximated(.strictParty, option.range))
    case .strictFirstParty:
      // For a block the site would be more than the host; an exception may allow more on that page.
      guard isException, !option.isNegated else { throw .dropped(.strictParty, option.range) }
      loadTypes.insert(.firstParty)
      findings.append(.approximated(.strictParty, option.range))
    case .domain:
      guard !filterHasTop else { throw .dropped(.unsupportedOption, option.range) }
      domains += try entries(of: option, bytes)
      domainsRange = option.value
    case .top:
      // WebKit compares domains with the top page anyway.
      guard domains.isEmpty else { throw .dropped(.unsupportedOption, option.range) }
      domains += try entries(of: option, bytes)
      domainsRange = option.value
      filterHasTop = true
    case .to: requestDomains += try entries(of: option, bytes)
    case .denyallow: allowedRequestDomains += try entries(of: option, bytes)
    case .matchCase: isCaseSensitive = !option.isNegated
    case .important: isImportant = true
    case .elemhide: try addPageScope(.elemhide, option, isException)
    case .generichide: try addPageScope(.generichide, option, isException)
    case .specifichide: try addPageScope(.specifichide, option, isException)
    case .urlblock: try addPageScope(.urlblock, option, isException)
    case .genericblock: try addPageScope(.genericblock, option, isException)
    case .noop, .reason, .badfilter: break
    case .cookie:
      guard option.value?.isEmpty ?? true else { throw .deferred(.requestModification, option.range) }
      blocksCookies = true
    case .redirect, .rewrite, .empty, .mp4:
      // An exception to a redirect lets the request be blocked as before.
      if isException { throw .deferred(.redirect, option.range) }
      findings.append(.deferred(.redirect, option.value ?? option.name))
    case .redirectRule: throw .deferred(.redirect, option.value ?? option.name)
    case .removeparam: throw .deferred(.removeparam, option.range)
    case .csp, .permissions: throw .deferred(.csp, option.range)
    case .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .referrerpolicy,
      .content, .jsinject, .extension, .stealth:
      throw .deferred(.requestModification, option.name)
    case .header, .ipaddress, .cname: throw .dropped(.responseOption, option.name)
    case .method: throw .dropped(.methodOption, option.range)
    case .sitekey, .app, .requestheader, .network, .client, .ctag, .dnstype, .dnsrewrite:
      throw .dropped(.unsupportedOption, option.name)
    case .unknown: throw .dropped(.unknownOption, option.name)
    }
  }

  /// WebKit sorts sendBeacon() under `other` and the ping attribute of links under both types, so only the
  /// two together can be told exactly.
  private mutating func separateBeacons(_ filter: NetworkFilter) throws(Finding) {
    func range(_ kind: OptionKind) -> ByteRange {
      filter.options.first { $0.kind == kind }?.range ?? self.range
    }
    for named in [types, excludedTypes] where named.contains(.ping) != named.contains(.other) {
      if named.contains(.ping) {
        findings.append(.approximated(.pingType, range(.ping)))
      } else {
        findings.append(.approximated(.otherType, range(.other)))
        // A block would be of beacons too; an exception may allow more on its page.
        guard !filter.isException, types.contains(.other) else { continue }
        types.remove(.other)
        if types.isEmpty { throw .dropped(.otherType, range(.other)) }
      }
    }
  }

  private mutating func addType(_ type: RequestTypes, _ option: Option) {
    if option.isNegated { excludedTypes.formUnion(type) } else { types.formUnion(type) }
  }

  private mutating func addPageScope(
    _ scope: PageScopes, _ option: Option, _ isException: Bool
  ) throws(Finding) {
    guard isException else { throw .dropped(.exceptionOption, option.range) }
    // `~elemhide` says what holds anyway.
    if !option.isNegated { pageScopes.insert(scope) }
  }

  private func entries(of option: Option, _ bytes: Span<UInt8>) throws(Finding) -> [DomainEntry] {
    guard let value = option.value else { return [] }
    do throws(SyntaxProblem) {
      return try DomainListParser.parse(bytes, value, separator: UInt8(ascii: "|"))
    } catch {
      throw .syntax(error)
    }
  }
}
