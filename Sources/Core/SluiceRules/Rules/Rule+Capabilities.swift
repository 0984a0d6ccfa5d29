/// The capabilities that WebKit needs to apply a rule as it is written.
extension Rule {
  /// The capabilities that the rule needs by itself. ``RuleList/capabilities`` also contains those that several
  /// rules need only together.
  public var capabilities: Set<Capability> {
    var capabilities = trigger.capabilities
    switch action {
    case .ignoreFollowingRules: capabilities.insert(.ignoreFollowingRules)
    case .hide(let selectors):
      let features = Self.features(of: selectors)
      if !features.isEmpty { capabilities.formUnion(features.capabilities) }
      // Generic hiding works without the capability, except in blank frames. Only a rule for `about:` frames
      // alone needs it.
      if trigger.urlFilter.isOfBlankFrames { capabilities.insert(.blankFrames) }
    case .block, .blockCookies, .ignorePreviousRules, .makeHTTPS: break
    }
    return capabilities
  }
}

extension Rule {
  /// The selector features of the rule that not every WebKit version supports.
  var selectorFeatures: SelectorFeatures {
    guard case .hide(let selectors) = action else { return [] }
    return Self.features(of: selectors)
  }

  /// The features in arguments of `:is()` and similar pseudo-classes that not every WebKit version supports.
  package var forgivenFeatures: SelectorFeatures {
    guard case .hide(let selectors) = action else { return [] }
    return selectors.elements.reduce([]) { $0.union($1.needs.forgivenFeatures) }
  }

  /// Returns whether a WebKit version without these features drops the rule.
  package func isSkipped(without features: SelectorFeatures) -> Bool {
    !selectorFeatures.isDisjoint(with: features)
  }

  private static func features(of selectors: NonEmpty<Selector>) -> SelectorFeatures {
    selectors.elements.reduce([]) { $0.union($1.needs.required) }
  }
}

extension RuleList {
  /// The capabilities that the list needs.
  public var capabilities: Set<Capability> { Set(rulesByCapability.keys) }

  /// The capabilities that the list needs, with the indices of the rules that need them. If several rules
  /// need a capability only together, the index is that of the first rule that completes the combination.
  public var rulesByCapability: [Capability: [Int]] {
    var found: [Capability: [Int]] = [:]
    var hasDomains = false
    var hasURLs = false
    for (index, rule) in rules.enumerated() {
      for capability in rule.capabilities { found[capability, default: []].append(index) }
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

  /// The maximum number of rules in a WebKit version without ``Capability/largeLists``.
  private static let maximumRulesOfOldLists = 50_000
}

extension Trigger {
  fileprivate var capabilities: Set<Capability> {
    var capabilities: Set<Capability> = []
    for (capability, types) in ResourceTypes.ofCapabilities where !resourceTypes.isDisjoint(with: types) {
      capabilities.insert(capability)
    }
    if !loadContexts.isEmpty { capabilities.insert(.requestTypesAndContexts) }
    if requestMethod != nil { capabilities.insert(.requestMethod) }
    switch condition {
    case .ifFrameURL: capabilities.insert(.ifFrameURL)
    case .unlessFrameURL: capabilities.insert(.unlessFrameURL)
    case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL, nil: break
    }
    return capabilities
  }
}

extension ResourceTypes {
  /// The types that every WebKit version supports.
  static let everywhere: ResourceTypes = [
    .document, .font, .image, .media, .popup, .raw, .script, .styleSheet, .svgDocument,
  ]

  /// The types that not every WebKit version supports, grouped by the capability that they need.
  static let ofCapabilities: [(capability: Capability, types: ResourceTypes)] = [
    (.requestTypesAndContexts, [.fetch, .webSocket, .other, .ping]), (.cspReport, .cspReport),
    (.documentTypes, [.childDocument, .topDocument]),
  ]
}

extension URLFilter {
  /// Whether the filter matches only documents of `about:` frames.
  fileprivate var isOfBlankFrames: Bool { bytes.starts(with: "^about:".utf8) }
}
