/// Which abilities a rule uses: what a WebKit must have to do what the rule says.
extension Rule {
  /// The abilities that the rule uses by itself. What rules use together is among those of the list.
  public var abilities: Set<Ability> {
    var abilities = trigger.abilities
    switch action {
    case .ignoreFollowingRules: abilities.insert(.ignoreFollowingRules)
    case .hide(let selectors):
      let features = Self.features(of: selectors)
      if !features.isEmpty { abilities.formUnion(features.abilities) }
      // Generic hiding does what it can: only a rule for such frames asks for them.
      if trigger.urlFilter.isOfBlankFrames { abilities.insert(.blankFrames) }
    case .block, .blockCookies, .ignorePreviousRules, .makeHTTPS: break
    }
    return abilities
  }
}

extension Rule {
  /// What not every WebKit takes of the selectors.
  var selectorFeatures: SelectorFeatures {
    guard case .hide(let selectors) = action else { return [] }
    return Self.features(of: selectors)
  }

  /// What not every WebKit takes of what `:is()` and its like have.
  var forgivenFeatures: SelectorFeatures {
    guard case .hide(let selectors) = action else { return [] }
    return selectors.elements.reduce([]) { $0.union($1.needs.forgivenFeatures) }
  }

  /// Whether WebKit leaves out the rule where it has none of these features.
  func isSkipped(without features: SelectorFeatures) -> Bool {
    !selectorFeatures.isDisjoint(with: features)
  }

  private static func features(of selectors: NonEmpty<Selector>) -> SelectorFeatures {
    selectors.elements.reduce([]) { $0.union($1.needs.required) }
  }
}

extension RuleList {
  /// The abilities that the list uses.
  public var abilities: Set<Ability> { Set(rulesByAbility.keys) }

  /// The abilities that the list uses, and the rules that use them, as indices in the order of the list. Of what
  /// rules use together it is the first rule with which they do.
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

  /// The most rules where there is no ``Ability/largeLists``.
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
  /// The types that every WebKit knows.
  static let everywhere: ResourceTypes = [
    .document, .font, .image, .media, .popup, .raw, .script, .styleSheet, .svgDocument,
  ]

  /// The types that not every WebKit knows, by the ability that they are.
  static let ofAbilities: [(ability: Ability, types: ResourceTypes)] = [
    (.requestTypesAndContexts, [.fetch, .webSocket, .other, .ping]), (.cspReport, .cspReport),
    (.documentTypes, [.childDocument, .topDocument]),
  ]
}

extension URLFilter {
  /// Whether only the documents of such frames match.
  fileprivate var isOfBlankFrames: Bool { bytes.starts(with: "^about:".utf8) }
}
