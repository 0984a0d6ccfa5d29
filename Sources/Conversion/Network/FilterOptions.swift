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
  private(set) var filterHasTop = false
  var requestDomains: [DomainEntry] = []
  var allowedRequestDomains: [DomainEntry] = []
  var isCaseSensitive = false
  var isImportant = false
  var subject = Subject.requests
  var pageScopes: PageScopes = []
  /// What is not exact about them; the first is reported.
  var findings: [Finding] = []

  /// Whether `object` is among the options.
  private var namesObjects = false
  /// Whether the filter tells images, frames or other requests from objects, the loads of which are images or frames to
  /// WebKit, and frames and `other` to that of 2.52 and later (measured).
  var distinguishesObjects: Bool {
    let types: RequestTypes = [.image, .subdocument, .other]
    guard !namesObjects else { return false }
    return self.types.isEmpty || isForEverything
      ? !excludedTypes.isDisjoint(with: types) : !self.types.isDisjoint(with: types)
  }

  /// All options, for what is about more than one.
  private(set) var range: ByteRange

  /// What the filter blocks, or lets through.
  enum Subject {
    /// Requests.
    case requests
    /// The cookies of requests, which are made either way.
    case cookies
    /// What only a script or a proxy can change. An exception to that lets no request through.
    case modifications
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
    for option in filter.options { try add(option, of: filter, bytes) }
    guard let first = filter.options.first, subject != .modifications else { return }
    switch subject {
    case .requests, .modifications:
      if filter.isException, types.contains(.document) {
        types.remove(.document)
        pageScopes.insert(.document)
      }
    case .cookies:
      // A window has no cookies but those of the page that is loaded into it.
      if types == .popup, !isForEverything { throw .dropped(.conflictingOptions, first.range) }
      types.remove(.popup)
    }
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

  /// Takes out the domains on which a `$badfilter` switches the filter off. Returns whether any page is left.
  mutating func remove(_ removed: Set<FilterIdentity.Value>, in bytes: Span<UInt8>) -> Bool {
    guard !removed.isEmpty, !domains.isEmpty else { return true }
    let includes = domains.contains { !$0.isExcluded }
    domains.removeAll { removed.contains(FilterIdentity.domain($0, in: bytes)) }
    return !includes || domains.contains { !$0.isExcluded }
  }

  private mutating func add(
    _ option: Option, of filter: NetworkFilter, _ bytes: Span<UInt8>
  ) throws(Finding) {
    let isException = filter.isException
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
      namesObjects = true
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
      let hasValue = !(option.value?.isEmpty ?? true)
      if hasValue, !isException { throw .deferred(.requestModification, option.range) }
      // WebKit has all cookies or none, so an exception to one is for all of them.
      if hasValue { findings.append(.deferred(.requestModification, option.range)) }
      subject = .cookies
    case .redirect, .rewrite, .empty, .mp4:
      // An exception to a redirect lets the request be blocked as before.
      if isException {
        try leave(.deferred(.redirect, option.range), of: filter)
      } else {
        findings.append(.deferred(.redirect, option.value ?? option.name))
      }
    case .redirectRule: try leave(.deferred(.redirect, option.value ?? option.name), of: filter)
    case .removeparam: try leave(.deferred(.removeparam, option.range), of: filter)
    case .csp, .permissions: try leave(.deferred(.csp, option.range), of: filter)
    case .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .referrerpolicy,
      .stealth:
      try leave(.deferred(.requestModification, option.name), of: filter)
    case .content, .jsinject, .extension:
      // `@@…$document,~extension`: all but userscripts, which WebKit's rules have nothing to do with.
      if isException, option.isNegated { return }
      try leave(.deferred(.requestModification, option.name), of: filter, isPageScope: true)
    case .header, .ipaddress, .cname: throw .dropped(.responseOption, option.name)
    case .method: throw .dropped(.methodOption, option.range)
    case .sitekey, .app, .requestheader, .network, .client, .ctag, .dnstype, .dnsrewrite:
      throw .dropped(.unsupportedOption, option.name)
    case .unknown: throw .dropped(.unknownOption, option.name)
    }
  }

  /// Leaves an option to a script or a proxy, and with it the filter, unless that is an exception which is one
  /// in other respects too: `@@…$elemhide,jsinject`, `@@…$stealth,removeparam,cookie`.
  private mutating func leave(
    _ finding: Finding, of filter: NetworkFilter, isPageScope: Bool = false
  ) throws(Finding) {
    let others = filter.options.contains { option in
      !option.isNegated
        && (Self.respects.contains(option.kind) || (isPageScope && option.kind == .document))
    }
    guard filter.isException, others else { throw finding }
    findings.append(finding)
    if !isPageScope, subject == .requests { subject = .modifications }
  }

  /// In which respects an exception can be one to more than requests.
  private static let respects: Set<OptionKind> = [
    .cookie, .elemhide, .generichide, .specifichide, .urlblock, .genericblock,
  ]

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
    do throws(SyntaxProblem) {
      guard case .domains(let entries) = try option.read(in: bytes) else { return [] }
      return entries
    } catch {
      throw .syntax(error)
    }
  }
}
