/// Finds conditions on the page that hold on pages of sites that they do not mean.
///
/// WebKit looks for the value of `if-domain` anywhere in the page's URL, for `if-top-url` where the pattern lets
/// it, and keeps the user in that URL. So a page can gain an exception, or escape a rule, that is for another site.
/// What is found is proved: the evaluator takes the claiming page for one of the host, and does not when another
/// host stands in its place.
struct ClaimSearch {
  /// How many patterns of a condition are tried.
  private static let limit = 16

  /// What is known of conditions by domain, by their first one: all are looked for alike.
  private var claimsOfDomains: [Domain: PageClaim?] = [:]

  /// What pages of other sites gain by claiming to be of one that the rule names; nil where no way was found.
  mutating func reason(for rule: Rule) -> RuleListFinding.Reason? {
    let liftsOthers = rule.action.liftsOthers
    switch rule.trigger.condition {
    // Whoever claims such a page gains nothing: a block more, or an exception less.
    case .ifDomain where !liftsOthers, .ifTopURL where !liftsOthers, .unlessDomain where liftsOthers,
      .unlessTopURL where liftsOthers:
      return nil
    case .ifDomain(let domains), .unlessDomain(let domains):
      return claim(of: domains.elements[0], rule.trigger).map { reason($0, liftsOthers) }
    case .ifTopURL(let filters), .unlessTopURL(let filters):
      // Sluice's own spelling of sites; most lists of its own have no other.
      if rule.trigger.condition?.pageDomains?.isAnchored == true { return nil }
      return claim(of: filters.elements, rule.trigger).map { reason($0, liftsOthers) }
    case .ifFrameURL, .unlessFrameURL, nil: return nil
    }
  }

  private func reason(_ claim: PageClaim, _ liftsOthers: Bool) -> RuleListFinding.Reason {
    liftsOthers ? .claimableException(claim) : .claimableExclusion(claim)
  }

  private mutating func claim(of domain: Domain, _ trigger: Trigger) -> PageClaim? {
    let isPlain = !trigger.asksForOwnURL && trigger.requestMethod == nil
    if isPlain, let known = claimsOfDomains[domain] { return known }
    let claim = ClaimTrial(trigger, of: domain).proof(ClaimedSite(domain))
    if isPlain { claimsOfDomains[domain] = .some(claim) }
    return claim
  }

  private func claim(of filters: [URLFilter], _ trigger: Trigger) -> PageClaim? {
    let sites = filters.prefix(Self.limit).compactMap { ClaimedSite($0.pattern) }
    guard !sites.isEmpty else { return nil }
    let trial = ClaimTrial(trigger)
    return sites.lazy.compactMap(trial.proof).first
  }
}

/// Asks the evaluator of what pages the condition of a rule holds.
private struct ClaimTrial {
  private let evaluator: RuleListEvaluator
  private let kind: Request.Kind
  private let isNegated: Bool

  /// A trial of the condition; only for one domain of it, where that is enough.
  init(_ trigger: Trigger, of domain: Domain? = nil) {
    // A rule for pages alone sees the page's URL as that of the request too; of others the condition decides.
    kind = trigger.asksForOwnURL ? .document : .image
    var probe = trigger
    if !trigger.asksForOwnURL {
      probe = Trigger(
        urlFilter: .any, requestMethod: trigger.requestMethod, condition: trigger.condition,
        isConditionCaseSensitive: trigger.isConditionCaseSensitive)
    }
    switch trigger.condition {
    case .ifDomain:
      isNegated = false
      if let domain { probe.condition = .ifDomain(NonEmpty(domain)) }
    case .unlessDomain:
      isNegated = true
      if let domain { probe.condition = .unlessDomain(NonEmpty(domain)) }
    case .unlessTopURL, .unlessFrameURL: isNegated = true
    case .ifTopURL, .ifFrameURL, nil: isNegated = false
    }
    evaluator = RuleListEvaluator(RuleList([Rule(trigger: probe, action: .block)]))
  }

  /// Whether the page counts as one of those that the condition names.
  private func counts(_ page: [UInt8]) -> Bool {
    let request = Request(
      kind, url: kind == .document ? page : Self.image, page: page, suffixes: Self.suffixes)
    return evaluator.matching(request).isEmpty == isNegated
  }

  private static let image = Array("https://images.example/".utf8)
  private static let suffixes = PublicSuffixList.wellKnown

  /// A page that counts as one of the site and is none.
  func proof(_ site: ClaimedSite) -> PageClaim? {
    let host = String(decoding: site.host, as: UTF8.self)
    let rest = String(decoding: site.rest, as: UTF8.self)
    let other = host.hasSuffix("other.example") ? "elsewhere.example" : "other.example"
    let neutral = host.hasSuffix("neutral.example") ? "plain.example" : "neutral.example"
    let domain = Self.suffixes.registrableDomain(of: site.host)
    for scheme in ["https", "http"] where counts(Array("\(scheme)://\(host)\(rest)".utf8)) {
      for form in ClaimForm.allCases where form != .longer || site.hasNamedStart {
        let page = form.page(of: other, claiming: host, rest, scheme)
        let control = form.page(of: other, claiming: neutral, rest, scheme)
        let isForeign = Self.suffixes.registrableDomain(of: SerializedURL(Array(page.utf8)).host) != domain
        if isForeign, counts(Array(page.utf8)),
          ![control, "\(scheme)://\(other)/"].contains(where: { counts(Array($0.utf8)) })
        {
          return PageClaim(url: page, host: host)
        }
      }
    }
    return nil
  }
}

/// How a page of one site has the host of another in its URL.
private enum ClaimForm: CaseIterable {
  case query, fragment, user, userAndPassword, above, longer

  /// A page of the site `other`, or, if it is ``longer``, of a site that is called nearly like the host.
  func page(of other: String, claiming host: String, _ rest: String, _ scheme: String) -> String {
    switch self {
    case .query: "\(scheme)://\(other)/?u=\(scheme)://\(host)\(rest)"
    case .fragment: "\(scheme)://\(other)/#\(scheme)://\(host)\(rest)"
    case .user: "\(scheme)://\(host)@\(other)\(rest)"
    case .userAndPassword: "\(scheme)://\(host):x@\(other)\(rest)"
    case .above: "\(scheme)://\(host).\(other)\(rest)"
    case .longer: "\(scheme)://not\(host)\(rest)"
    }
  }
}

extension Trigger {
  /// Whether only loads of pages match, for which the page is what is loaded.
  fileprivate var asksForOwnURL: Bool {
    resourceTypes == .topDocument || resourceTypes == .document && loadContexts == .topFrame
  }
}
