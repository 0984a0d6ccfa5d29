/// The capabilities that WebKit needs to apply a rule as it is written.
extension Rule {
  /// The capabilities that the rule needs by itself. ``RuleList/abilities`` also contains those that several
  /// rules need only together.
  public var abilities: Set<Ability> {
    var abilities = trigger.abilities
    switch action {
    case .ignoreFollowingRules: abilities.insert(.ignoreFollowingRules)
    case .hide(let selectors):
      let features = Self.features(of: selectors)
      if !features.isEmpty { abilities.formUnion(features.abilities) }
      // Generic hiding works without the capability, except in blank frames. Only a rule for `about:` frames
      // alone needs it.
      if trigger.urlFilter.isOfBlankFrames { abilities.insert(.blankFrames) }
    case .block, .blockCookies, .ignorePreviousRules, .makeHTTPS: break
    }
    return abilities
  }
}

extension Rule {
  /// The selector features of the rule that not every WebKit version supports.
  var selectorFeatures: SelectorFeatures {
    guard case .hide(let selectors) = action else { return [] }
    return Self.features(of: selectors)
  }

  /// The features in arguments of `:is()` and similar pseudo-classes that not every WebKit version supports.
  var forgivenFeatures: SelectorFeatures {
    guard case .hide(let selectors) = action else { return [] }
    return selectors.elements.reduce([]) { $0.union($1.needs.forgivenFeatures) }
  }

  /// Returns whether a WebKit version without these features drops the rule.
  func isSkipped(without features: SelectorFeatures) -> Bool {
    !selectorFeatures.isDisjoint(with: features)
  }

  private static func features(of selectors: NonEmpty<Selector>) -> SelectorFeatures {
    selectors.elements.reduce([]) { $0.union($1.needs.required) }
  }
}

extension RuleList {
  /// The capabilities that the list needs.
  public var abilities: Set<Ability> { Set(rulesByAbility.keys) }

  /// The capabilities that the list needs, with the indices of the rules that need them. If several rules
  /// need a capability only together, the index is that of the first rule that completes the combination.
  public var rulesByAbility: [Ability: [Int]] {
    var found: [Ability: [Int]] = [:]
    var hasDomains = false
    var hasURLs = false
    for (index, rule) in rules.enumerated() {
      for ability in rule.abilities { found[ability, default: []].append(index) }
      switch rule.trigger.condition {
      case .ifDomain, .unlessDomain: hasDomains = true
      case .ifTopURL, .unlessTopURL: hasURLs = true
      case .ifFrameURL, .unlessFrameURL, nil: continue
      }
      if hasDomains, hasURLs, found[.mixedConditions] == nil { found[.mixedConditions] = [index] }
    }
    if rules.count > Self.maximumRulesOfOldLists { found[.largeLists] = [Self.maximumRulesOfOldLists] }
    return found
  }

  /// The maximum number of rules in a WebKit version without ``Ability/largeLists``.
  private static let maximumRulesOfOldLists = 50_000
}

extension Trigger {
  fileprivate var abilities: Set<Ability> {
    var abilities: Set<Ability> = []
    for (ability, types) in ResourceTypes.ofAbilities where !resourceTypes.isDisjoint(with: types) {
      abilities.insert(ability)
    }
    if !loadContexts.isEmpty { abilities.insert(.requestTypesAndContexts) }
    if requestMethod != nil { abilities.insert(.requestMethod) }
    switch condition {
    case .ifFrameURL: abilities.insert(.ifFrameURL)
    case .unlessFrameURL: abilities.insert(.unlessFrameURL)
    case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL, nil: break
    }
    return abilities
  }
}

extension ResourceTypes {
  /// The types that every WebKit version supports.
  static let everywhere: ResourceTypes = [
    .document, .font, .image, .media, .popup, .raw, .script, .styleSheet, .svgDocument,
  ]

  /// The types that not every WebKit version supports, grouped by the capability that they need.
  static let ofAbilities: [(ability: Ability, types: ResourceTypes)] = [
    (.requestTypesAndContexts, [.fetch, .webSocket, .other, .ping]), (.cspReport, .cspReport),
    (.documentTypes, [.childDocument, .topDocument]),
  ]
}

extension URLFilter {
  /// Whether the filter matches only documents of `about:` frames.
  fileprivate var isOfBlankFrames: Bool { bytes.starts(with: "^about:".utf8) }
}
