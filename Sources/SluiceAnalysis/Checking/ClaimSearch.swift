import SluiceRules
import SluiceText

/// Finds conditions on the page that also hold on pages of unrelated sites.
///
/// WebKit searches the whole page URL, including the user name, for the domains of `if-domain`. The patterns
/// of `if-top-url` can match anywhere in the URL too, unless they are anchored. A page can therefore gain an
/// exception, or evade a rule, by putting another site's host in its URL.
///
/// The evaluator proves each result: the condition treats the claiming page as a page of the claimed host. If
/// a different host replaces it in the URL, the condition does not.
struct ClaimSearch {
  /// The maximum number of patterns to try in a condition.
  private static let limit = 16

  /// The results for conditions by domain, with their first domain as the key. WebKit searches for all
  /// domains in the same way, so the first one is enough.
  private var claimsOfDomains: [Domain: PageClaim?] = [:]

  /// Returns the finding that pages of other sites can meet the condition by claiming to be a site that it
  /// names; nil if no way was found.
  mutating func reason(for rule: Rule) -> RuleListFinding.Reason? {
    let overridesOthers = rule.action.overridesOthers
    switch rule.trigger.condition {
    // A page gains nothing by claiming here: it is blocked more often or loses an exception.
    case .ifDomain where !overridesOthers, .ifTopURL where !overridesOthers,
      .unlessDomain where overridesOthers,
      .unlessTopURL where overridesOthers:
      return nil
    case .ifDomain(let domains), .unlessDomain(let domains):
      return claim(of: domains.elements[0], rule.trigger).map { reason($0, overridesOthers: overridesOthers) }
    case .ifTopURL(let filters), .unlessTopURL(let filters):
      // No other site can meet a condition in the form that Sluice writes. Most lists that it writes have no
      // other conditions.
      if rule.trigger.condition?.pageDomains?.isAnchored == true { return nil }
      return claim(of: filters.elements, rule.trigger).map { reason($0, overridesOthers: overridesOthers) }
    case .ifFrameURL, .unlessFrameURL, nil: return nil
    }
  }

  private func reason(_ claim: PageClaim, overridesOthers: Bool) -> RuleListFinding.Reason {
    overridesOthers ? .claimableException(claim) : .claimableExclusion(claim)
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

/// Uses the evaluator to determine the pages on which the condition of a rule holds.
private struct ClaimTrial {
  private let evaluator: RuleListEvaluator
  private let kind: Request.Kind
  private let isNegated: Bool

  /// Creates a trial of the trigger's condition, reduced to `domain` if that is not nil.
  init(_ trigger: Trigger, of domain: Domain? = nil) {
    // For rules that match only pages, the request URL is the page URL. For other rules, only the condition
    // matters.
    kind = trigger.asksForOwnURL ? .document : .image
    var probe = trigger
    if !trigger.asksForOwnURL {
      probe = Trigger(
        urlFilter: .any, requestMethod: trigger.requestMethod, condition: trigger.condition,
        isConditionCaseSensitive: trigger.isConditionCaseSensitive)
    }
    isNegated = trigger.condition?.isNegated ?? false
    if let domain {
      probe.condition = isNegated ? .unlessDomain(NonEmpty(domain)) : .ifDomain(NonEmpty(domain))
    }
    evaluator = RuleListEvaluator(RuleList([Rule(trigger: probe, action: .block)]))
  }

  /// Returns whether the condition treats the page as a page of a site that it names.
  private func isCounted(_ page: [UInt8]) -> Bool {
    let request = Request(
      kind, url: kind == .document ? page : Self.image, page: page, suffixes: Self.suffixes)
    return evaluator.matching(request).isEmpty == isNegated
  }

  private static let image = Array("https://images.example/".utf8)
  private static let suffixes = PublicSuffixList.wellKnown

  /// Returns a page of another site that the condition treats as a page of this site; nil if no page was
  /// found.
  func proof(_ site: ClaimedSite) -> PageClaim? {
    let host = String(decoding: site.host, as: UTF8.self)
    let rest = String(decoding: site.rest, as: UTF8.self)
    let backwards = site.host.reversed()
    let isOther = backwards.starts(with: "other.example".utf8.reversed())
    let isNeutral = backwards.starts(with: "neutral.example".utf8.reversed())
    let other = isOther ? "elsewhere.example" : "other.example"
    let neutral = isNeutral ? "plain.example" : "neutral.example"
    let domain = Self.suffixes.registrableDomain(of: site.host)
    for scheme in ["https", "http"] where isCounted(Array("\(scheme)://\(host)\(rest)".utf8)) {
      for form in ClaimForm.allCases where form != .longer || site.hasNamedStart {
        let page = form.page(of: other, claiming: host, rest, scheme: scheme)
        let control = form.page(of: other, claiming: neutral, rest, scheme: scheme)
        let isForeign = Self.suffixes.registrableDomain(of: SerializedURL(Array(page.utf8)).host) != domain
        if isForeign, isCounted(Array(page.utf8)),
          ![control, "\(scheme)://\(other)/"].contains(where: { isCounted(Array($0.utf8)) })
        {
          return PageClaim(url: page, host: host)
        }
      }
    }
    return nil
  }
}

/// The ways to place the host of a site in the URL of another site's page.
private enum ClaimForm: CaseIterable {
  case query, fragment, user, userAndPassword, above, longer

  /// Returns the URL of a page of `other` that contains the claimed host. For ``longer``, the page's own host
  /// is a name that ends with the claimed host.
  func page(of other: String, claiming host: String, _ rest: String, scheme: String) -> String {
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
  /// Whether the trigger matches only requests for pages. Their URL is also the page URL.
  fileprivate var asksForOwnURL: Bool {
    resourceTypes == .topDocument || resourceTypes == .document && loadContexts == .topFrame
  }
}

/// A host that a pattern for page URLs names, and the text after it.
struct ClaimedSite {
  let host: [UInt8]
  /// The text after the host, which starts with `/` or `:`.
  let rest: [UInt8]
  /// Whether the pattern requires the first character of the host literally.
  let hasNamedStart: Bool

  init(_ domain: Domain) {
    host = domain.host
    rest = [ASCII.slash]
    hasNamedStart = true
  }

  /// Creates the site from a short text that the pattern matches; returns nil if the text contains no host.
  init?(_ pattern: URLFilterPattern) {
    var sample = Sample()
    guard sample.append(pattern.terms) else { return nil }
    var text = sample.bytes[...]
    let hasScheme: Bool
    if let slashes = text.firstIndex(ofText: "//"), slashes == 0 || text[slashes - 1] == ASCII.colon {
      hasScheme = true
      text = text[(slashes + 2)...]
    } else {
      hasScheme = false
      // A pattern can begin with the dot before a label, as in `\.good\.example`, or with a class of what is
      // before a host, as in `[./]good\.example`.
      while let first = text.first, text.count > 1,
        first == ASCII.dot || !sample.isLiteral[text.startIndex] && first == ASCII.slash
      { text.removeFirst() }
    }
    let end = text.firstIndex(where: Self.endsHost) ?? text.endIndex
    let host = text[..<end].map { $0.asciiLowercased }
    guard Domain.isHost(host), let dot = host.lastIndex(of: ASCII.dot),
      sample.isLiteral[text.startIndex..<end].count(where: { $0 }) >= Self.leastLiterals
    else { return nil }
    let last = host[(dot + 1)...]
    guard last.allSatisfy({ !$0.isDigit }) || last.starts(with: Array("xn--".utf8)),
      hasScheme || !Self.fileEndings.contains(String(decoding: last, as: UTF8.self))
    else { return nil }
    let hasRest = text[end...].first.map { $0 == ASCII.slash || $0 == ASCII.colon } ?? false
    self.host = host
    self.rest = (hasRest ? [] : [ASCII.slash]) + text[end...]
    hasNamedStart = sample.isLiteral[text.startIndex]
  }

  private static let leastLiterals = 4

  /// File extensions. Without a scheme, a name that ends in one of these is not treated as a host.
  private static let fileEndings: Set<String> = [
    "asp", "aspx", "cgi", "css", "gif", "htm", "html", "jpg", "js", "json", "jsp", "pdf", "php", "png",
    "shtml",
    "svg", "txt", "xhtml", "xml",
  ]

  private static func endsHost(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.slash, ASCII.colon, ASCII.question, ASCII.hash: true
    default: false
    }
  }
}

private struct Sample {
  private(set) var bytes: [UInt8] = []
  /// For each byte, whether the pattern allows only this byte there.
  private(set) var isLiteral: [Bool] = []

  /// The bytes to use for `.`, and for a class that contains them.
  private static let preferred = Array("x0/-_=".utf8)

  /// Appends the shortest text that matches the terms. Returns false if a URL cannot contain it.
  mutating func append(_ terms: [URLFilterPattern.Term]) -> Bool {
    for term in terms {
      switch term.repetition {
      case .optional, .zeroOrMore: continue
      case .one, .oneOrMore: break
      }
      switch term.atom {
      case .literal(let byte): append(byte, isLiteral: true)
      case .any: append(Self.preferred[0], isLiteral: false)
      case .characters(let characters):
        let members = characters.matched(isCaseSensitive: true).intersection(ASCIISet(0x21...0x7E))
        guard let byte = Self.preferred.first(where: members.contains) ?? members.first else { return false }
        append(byte, isLiteral: false)
      case .group(let inner):
        if !append(inner) { return false }
      }
    }
    return true
  }

  private mutating func append(_ byte: UInt8, isLiteral: Bool) {
    bytes.append(byte)
    self.isLiteral.append(isLiteral)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func firstIndex(ofText text: String) -> Int? {
    let text = Array(text.utf8)
    return indices.first { self[$0...].starts(with: text) }
  }
}
