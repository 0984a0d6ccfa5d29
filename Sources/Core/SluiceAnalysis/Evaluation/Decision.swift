/// The effect of a rule list on a request.
public struct Decision: Hashable, Sendable {
  /// Whether the request is blocked.
  public var isBlocked = false
  /// Whether the request is sent without cookies.
  public var blocksCookies = false
  /// Whether the request is changed to a secure scheme.
  public var isUpgraded = false
  /// The redirects of the request, in the order in which WebKit applies them. Only the lists of web extensions have
  /// them.
  public var redirects: [Redirect] = []
  /// The changes of headers, those with the highest priority first. Only the lists of web extensions have them.
  public var headerChanges: [HeaderChanges] = []
  /// The selectors to hide, with one group for each rule. They apply to the requested document. If the
  /// request is not for a document, they apply to the document that makes it: WebKit applies hiding rules to
  /// all requests that they match.
  public var hiding: [NonEmpty<CSSSelector>] = []
  /// The indices of the rules that act on the request, in order.
  public var acting: [Int] = []
  /// The rules that match but do not act because another rule overrides them.
  public var overridden: [Overridden] = []

  /// The selectors of all groups in ``hiding``.
  public var hiddenSelectors: [CSSSelector] { hiding.flatMap { $0.elements } }

  /// A rule that matches but does not act.
  public struct Overridden: Hashable, Sendable {
    /// The index of the rule.
    public var rule: Int
    /// The index of the `ignore-previous-rules` or `ignore-following-rules` rule that overrides it.
    public var by: Int

    /// Creates an overridden rule from the two indices.
    public init(rule: Int, by: Int) {
      self.rule = rule
      self.by = by
    }
  }

  /// Combines two decisions about the same request. The request is blocked if either of them blocks it.
  func joined(with other: Decision) -> Decision {
    guard !isBlocked, self != other else { return self }
    var both = self
    both.isBlocked = other.isBlocked
    both.blocksCookies = blocksCookies || other.blocksCookies
    both.isUpgraded = isUpgraded || other.isUpgraded
    let ownHiding = Set(hiding)
    both.hiding += other.hiding.filter { !ownHiding.contains($0) }
    let otherActing = Set(other.acting)
    both.acting = otherActing.union(acting).sorted()
    let known = Set(overridden.map { $0.rule }).union(both.acting)
    both.overridden =
      (overridden.filter { !otherActing.contains($0.rule) }
      + other.overridden.filter { !known.contains($0.rule) }).sorted { $0.rule < $1.rule }
    return both
  }

  /// Creates the decision for a request that matches these rules, whose indices are in ascending order.
  init(_ matching: [Int], of rules: [Rule], url: [UInt8]) {
    var following: Int?
    for index in matching {
      if let following {
        overridden.append(Overridden(rule: index, by: following))
        continue
      }
      switch rules[index].action {
      case .ignorePreviousRules:
        overridden += acting.map { Overridden(rule: $0, by: index) }
        acting.removeAll()
      case .ignoreFollowingRules: following = index
      case .block, .blockCookies, .hide, .makeHTTPS, .redirect, .modifyHeaders: acting.append(index)
      }
    }
    overridden.sort { $0.rule < $1.rule }
    for index in acting {
      switch rules[index].action {
      case .block: isBlocked = true
      case .blockCookies: blocksCookies = true
      case .makeHTTPS: isUpgraded = Self.isUpgradable(url)
      case .hide(let selectors): hiding.append(selectors)
      case .redirect(let redirect): redirects.insert(redirect, at: 0)
      case .modifyHeaders(let changes): headerChanges.append(changes)
      case .ignorePreviousRules, .ignoreFollowingRules: break
      }
    }
    // Stable, as WebKit's sort is.
    if headerChanges.count > 1 {
      headerChanges = headerChanges.enumerated()
        .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }.map { $0.element }
    }
  }

  /// Returns whether WebKit changes the scheme of a URL: other ports than the default one stay insecure (measured).
  private static func isUpgradable(_ url: [UInt8]) -> Bool {
    guard url.starts(with: "http://".utf8) || url.starts(with: "ws://".utf8) else { return false }
    let authority = url.drop { $0 != ASCII.slash }.dropFirst(2).prefix { $0 != ASCII.slash }
    let digits = authority.reversed().prefix { $0.isDigit }.count
    return authority.dropLast(digits).last != ASCII.colon || digits == 0
  }
}
