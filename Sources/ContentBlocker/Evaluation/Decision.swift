/// What a rule list does with a load.
public struct Decision: Hashable, Sendable {
  /// Whether the load does not happen.
  public var isBlocked = false
  /// Whether it is made without cookies.
  public var blocksCookies = false
  /// Whether it is made by a secure scheme instead.
  public var isUpgraded = false
  /// The groups of selectors whose elements are hidden, a group a rule: in the document that is loaded, or,
  /// when the load is none, in the one that makes the request (WebKit does that for any load that a hiding
  /// rule matches).
  public var hiding: [NonEmpty<Selector>] = []
  /// The rules that act on the load, as indices of the list, in its order.
  public var acting: [Int] = []
  /// The rules that match and do not act, because another one makes WebKit ignore them.
  public var overridden: [Overridden] = []

  /// The selectors of all groups of ``hiding``.
  public var hiddenSelectors: [Selector] { hiding.flatMap(\.elements) }

  /// A rule which matches and does not act.
  public struct Overridden: Hashable, Sendable {
    /// Its index.
    public var rule: Int
    /// The index of the `ignore-previous-rules` or `ignore-following-rules` that is to blame.
    public var by: Int

    /// A rule that another one overrides.
    public init(rule: Int, by: Int) {
      self.rule = rule
      self.by = by
    }
  }

  /// What two decisions on one load come to: each can forbid it.
  func joined(with other: Decision) -> Decision {
    guard !isBlocked, self != other else { return self }
    var both = self
    both.isBlocked = other.isBlocked
    both.blocksCookies = blocksCookies || other.blocksCookies
    both.isUpgraded = isUpgraded || other.isUpgraded
    both.hiding += other.hiding.filter { !hiding.contains($0) }
    both.acting = Set(acting).union(other.acting).sorted()
    let known = Set(overridden.map(\.rule)).union(both.acting)
    both.overridden =
      (overridden.filter { !other.acting.contains($0.rule) }
      + other.overridden.filter { !known.contains($0.rule) }).sorted { $0.rule < $1.rule }
    return both
  }

  /// What the list does when these of its rules, in its order, match the load.
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
      case .block, .blockCookies, .hide, .makeHTTPS: acting.append(index)
      }
    }
    overridden.sort { $0.rule < $1.rule }
    for index in acting {
      switch rules[index].action {
      case .block: isBlocked = true
      case .blockCookies: blocksCookies = true
      case .makeHTTPS: isUpgraded = url.starts(with: "http:".utf8) || url.starts(with: "ws:".utf8)
      case .hide(let selectors): hiding.append(selectors)
      case .ignorePreviousRules, .ignoreFollowingRules: break
      }
    }
  }
}
