import SluiceRules
import SluiceSyntax
import SluiceText

/// The options of a network filter, sorted by purpose.
struct FilterOptions {
  /// The included types; empty if the filter includes none explicitly.
  var types: RequestTypes = []
  var excludedTypes: RequestTypes = []
  /// Whether the filter has the option `all`.
  var isForEverything = false
  /// Whether the filter includes types that WebKit does not have. An empty ``types`` then does not mean all
  /// types.
  var namesOnlyUnknownTypes = false
  var loadTypes: LoadTypes = []
  /// The party that compares hosts instead of sites. It applies in addition to ``loadTypes``.
  private(set) var strictParty: StrictParty?
  var domains: [DomainEntry] = []
  /// The pages within ``domains`` on which a `$badfilter` disables the filter.
  private(set) var removedPages: [PageName] = []
  var domainsRange: ByteRange?
  private(set) var filterHasTop = false
  var requestDomains: [DomainEntry] = []
  var allowedRequestDomains: [DomainEntry] = []
  var isCaseSensitive = false
  var isImportant = false
  var subject = Subject.requests
  var pageScopes: PageScopes = []
  /// The reasons why the filter is not exact. The first one is reported.
  var findings: [Finding] = []

  private var namesObjects = false
  /// Whether the filter distinguishes images, frames or other requests from objects. WebKit treats the
  /// requests of objects as images or frames. Since WebKitGTK 2.52, it treats them as frames and `other`
  /// (measured).
  var distinguishesObjects: Bool {
    let types: RequestTypes = [.image, .subdocument, .other]
    guard !namesObjects else { return false }
    return self.types.isEmpty || isForEverything
      ? !excludedTypes.isDisjoint(with: types) : !self.types.isDisjoint(with: types)
  }

  /// The range of all options, for findings about several of them.
  private(set) var range: ByteRange

  enum Subject {
    case requests
    /// The cookies of requests. The requests themselves are sent.
    case cookies
    /// Modifications that require a script or proxy. An exception to them does not allow requests.
    case modifications
  }

  init(_ filter: NetworkFilter, in bytes: Span<UInt8>) throws(Finding) {
    range = ByteRange(
      filter.options.first?.range.lowerBound ?? 0, filter.options.last?.range.upperBound ?? 0)
    for option in filter.options { try add(option, of: filter, in: bytes) }
    guard let first = filter.options.first, subject != .modifications else { return }
    try simplifyParties()
    switch subject {
    case .requests, .modifications:
      if filter.isException, types.contains(.document) {
        types.remove(.document)
        pageScopes.insert(.document)
      }
    case .cookies:
      // A popup has no cookies other than those of the page that it loads.
      if types == .popup, !isForEverything { throw .unsupported(.conflictingOptions, span: first.range) }
      types.remove(.popup)
    }
    try separateBeacons(filter)
    if namesOnlyUnknownTypes, types.isEmpty, pageScopes.isEmpty, !isForEverything {
      // All types of the filter were removed. A rule without types would apply to all types.
      throw findings.first.map { Finding(outcome: .unsupported, reason: $0.reason, span: $0.span) }
        ?? .unsupported(.noWebKitType, span: first.range)
    }
    if !types.isEmpty {
      types.subtract(excludedTypes)
      if types.isEmpty, pageScopes.isEmpty, !isForEverything {
        throw .unsupported(.conflictingOptions, span: first.range)
      }
      excludedTypes = []
    }
  }

  private var appliedTypes: RequestTypes {
    if isForEverything {
      return RequestTypes.subresources.union([.document, .popup]).subtracting(excludedTypes)
    }
    return types.isEmpty ? .subresources.subtracting(excludedTypes) : types
  }

  /// The schemes of the loads that the filter applies to and that WebKit judges.
  ///
  /// Only connections of WebSockets have schemes of their own. Engines of filter lists are not asked about `blob:`
  /// URLs, except for windows.
  var schemes: RequestSchemes {
    let applied = appliedTypes
    let hasOthers = !applied.subtracting(.websocket).isEmpty || !pageScopes.isEmpty
    return RequestSchemes(
      web: WebScheme.allCases.filter { $0.isWebSocket ? applied.contains(.websocket) : hasOthers },
      local: LocalScheme.allCases.filter {
        !pageScopes.isEmpty || $0.blocksWindows && applied.contains(.popup)
      })
  }

  /// Removes the domains on which a `$badfilter` disables the filter. Returns `false` if no page remains.
  mutating func remove(_ removed: RemovedDomains?, in bytes: Span<UInt8>) -> Bool {
    guard let remainder = removed?.remainder(of: domains, in: bytes) else { return true }
    (domains, removedPages) = (remainder.entries, remainder.excluded)
    return !remainder.isNothing
  }

  /// Returns the pages of the filter, or `nil` if it names none.
  func pages(
    _ dialect: ListDialect, isException: Bool, in bytes: Span<UInt8>
  ) throws(Finding) -> DomainSet? {
    guard !domains.isEmpty else { return nil }
    // Adblock Plus does not have the option `top`.
    let precedence = filterHasTop ? .excluded : dialect.precedence(isException: isException)
    var pages = try DomainSet(domains, precedence: precedence, in: bytes)
    pages.exclude(removedPages)
    return pages
  }

  private mutating func add(
    _ option: Option, of filter: NetworkFilter, in bytes: Span<UInt8>
  ) throws(Finding) {
    let isException = filter.isException
    switch option.kind.meaning.effect {
    case .type(let type):
      if option.isNegated { excludedTypes.formUnion(type) } else { types.formUnion(type) }
    case .objects:
      // WebKit treats the requests of `object` and `embed` elements as images and frames.
      namesObjects = true
      if option.isNegated { excludedTypes.insert(.object) } else { namesOnlyUnknownTypes = true }
      findings.append(.approximated(.objectType, span: option.range))
    case .missingType:
      guard !option.isNegated else { return }
      namesOnlyUnknownTypes = true
      findings.append(.approximated(.noWebKitType, span: option.range))
    case .everything: isForEverything = true
    case .party(let party, let opposite): loadTypes.formUnion(option.isNegated ? opposite : party)
    case .strictThirdParty: try addStrict(isSameHost: option.isNegated, option)
    case .strictFirstParty: try addStrict(isSameHost: !option.isNegated, option)
    case .pages:
      guard !filterHasTop else { throw .unsupported(.unsupportedOption, span: option.range) }
      domains += try entries(of: option, bytes)
      domainsRange = option.value
    case .topPages:
      // WebKit always compares domains with the top page.
      guard domains.isEmpty else { throw .unsupported(.unsupportedOption, span: option.range) }
      domains += try entries(of: option, bytes)
      domainsRange = option.value
      filterHasTop = true
    case .hosts: requestDomains += try entries(of: option, bytes)
    case .allowedHosts: allowedRequestDomains += try entries(of: option, bytes)
    case .matchCase: isCaseSensitive = !option.isNegated
    case .important: isImportant = true
    case .badfilter, .nothing: break
    case .pageScope(let scope):
      guard isException else { throw .unsupported(.exceptionOption, span: option.range) }
      // `~elemhide` states the default.
      if !option.isNegated { pageScopes.insert(scope) }
    case .cookies:
      let hasValue = !(option.value?.isEmpty ?? true)
      if hasValue, !isException { throw .needsScript(.requestModification, span: option.range) }
      // WebKit blocks all cookies or none. An exception to one cookie therefore applies to all cookies.
      if hasValue { findings.append(.needsScript(.requestModification, span: option.range)) }
      subject = .cookies
    case .redirect:
      // An exception to a redirect leaves the request blocked.
      if isException {
        try leave(.needsScript(.redirect, span: option.range), of: filter)
      } else {
        findings.append(.needsScript(.redirect, span: option.value ?? option.name))
      }
    case .redirectRule: try leave(.needsScript(.redirect, span: option.value ?? option.name), of: filter)
    case .modification(let reason, let part, _):
      try leave(.needsScript(reason, span: option.range(of: part)), of: filter)
    case .pageModification:
      // `@@…$document,~extension` excludes userscripts, which WebKit's rules do not affect.
      if isException, option.isNegated { return }
      try leave(.needsScript(.requestModification, span: option.name), of: filter, isPageScope: true)
    case .unsupported(let reason, let part): throw .unsupported(reason, span: option.range(of: part))
    }
  }

  private mutating func addStrict(isSameHost: Bool, _ option: Option) throws(Finding) {
    if let strictParty, strictParty.isSameHost != isSameHost {
      throw .unsupported(.conflictingOptions, span: option.range)
    }
    strictParty = StrictParty(isSameHost: isSameHost, range: option.range)
  }

  /// Removes a party that the other one implies.
  private mutating func simplifyParties() throws(Finding) {
    guard let strictParty else { return }
    if loadTypes == [.firstParty, .thirdParty] { loadTypes = [] }
    switch (strictParty.isSameHost, loadTypes) {
    case (true, .firstParty): loadTypes = []
    case (true, .thirdParty): throw .unsupported(.conflictingOptions, span: strictParty.range)
    case (false, .thirdParty): self.strictParty = nil
    case _: break
    }
  }

  /// Replaces the strict party with the party that compares sites. Throws a finding if a block would then apply to
  /// more requests. An exception may allow more on its page.
  mutating func compareSites(isException: Bool) throws(Finding) {
    guard let strict = strictParty else { return }
    strictParty = nil
    // Other hosts of the same site are then left out.
    if !strict.isSameHost, loadTypes.isEmpty {
      loadTypes = .thirdParty
    } else if isException {
      loadTypes = .firstParty
    } else {
      throw .unsupported(.strictParty, span: strict.range)
    }
  }

  /// Leaves an option to a script or proxy.
  ///
  /// Throws the finding unless the filter is an exception with other effects that rules can express, such as
  /// `@@…$elemhide,jsinject` or `@@…$stealth,removeparam,cookie`.
  private mutating func leave(
    _ finding: Finding, of filter: NetworkFilter, isPageScope: Bool = false
  ) throws(Finding) {
    let others = filter.options.contains { option in
      !option.isNegated
        && (option.kind.role == .pageScope || option.kind.role == .cookies
          || (isPageScope && option.kind == .document))
    }
    guard filter.isException, others else { throw finding }
    findings.append(finding)
    if !isPageScope, subject == .requests { subject = .modifications }
  }

  /// Handles `ping` and `other`. WebKit's type for sendBeacon() is `other`, and the ping attribute of links
  /// has both types. Only `ping` and `other` together can therefore be expressed exactly.
  private mutating func separateBeacons(_ filter: NetworkFilter) throws(Finding) {
    func range(_ kind: OptionKind) -> ByteRange {
      filter.options.first { $0.kind == kind }?.range ?? self.range
    }
    for named in [types, excludedTypes] where named.contains(.ping) != named.contains(.other) {
      if named.contains(.ping) {
        findings.append(.approximated(.pingType, span: range(.ping)))
      } else {
        findings.append(.approximated(.otherType, span: range(.other)))
        // A block would also block beacons, so the type is removed. An exception keeps it, although it also
        // allows beacons.
        guard !filter.isException, types.contains(.other) else { continue }
        types.remove(.other)
        if types.isEmpty { throw .unsupported(.otherType, span: range(.other)) }
      }
    }
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

extension Option {
  fileprivate func range(of part: OptionEffect.Part) -> ByteRange {
    switch part {
    case .name: name
    case .option: range
    }
  }
}
