// Rules and targets: the capabilities that a rule needs, and its form for a target that lacks them.

extension Rule {
  /// The capabilities that the rule needs by itself. ``RuleList/capabilities`` also contains those that several
  /// rules need only together.
  package var capabilities: Set<Capability> {
    var capabilities = trigger.capabilities
    switch action {
    case .ignoreFollowingRules: capabilities.insert(.ignoreFollowingRules)
    case .hide(let selectors):
      let features = Self.features(of: selectors)
      if !features.isEmpty { capabilities.formUnion(features.capabilities) }
      // Generic hiding works without the capability, except in blank frames. Only a rule for `about:` frames
      // alone needs it.
      if trigger.urlFilter.isOfBlankFrames { capabilities.insert(.blankFrames) }
    case .block, .blockCookies, .ignorePreviousRules, .makeHTTPS, .redirect, .modifyHeaders: break
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

  private static func features(of selectors: NonEmpty<CSSSelector>) -> SelectorFeatures {
    selectors.elements.reduce([]) { $0.union($1.needs.required) }
  }
}

extension RuleList {
  /// The capabilities that the list needs.
  package var capabilities: Set<Capability> { Set(rulesByCapability.keys) }

  /// The capabilities that the list needs, with the indices of the rules that need them. If several rules
  /// need a capability only together, the index is that of the first rule that completes the combination.
  package var rulesByCapability: [Capability: [Int]] {
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
  /// The types for documents of pages and of frames, which not every WebKit version distinguishes.
  fileprivate static let framedDocuments: ResourceTypes = [.childDocument, .topDocument]

  /// The types that every WebKit version supports.
  static let everywhere: ResourceTypes = [
    .document, .font, .image, .media, .popup, .raw, .script, .styleSheet, .svgDocument,
  ]

  /// The types that not every WebKit version supports, grouped by the capability that they need.
  static let ofCapabilities: [(capability: Capability, types: ResourceTypes)] = [
    (.requestTypesAndContexts, [.fetch, .webSocket, .other, .ping]), (.cspReport, .cspReport),
    (.documentTypes, .framedDocuments),
  ]
}

extension URLFilter {
  fileprivate var isOfBlankFrames: Bool { bytes.starts(with: "^about:".utf8) }
}

/// The form that rules need for a target.
///
/// Conditions on the domain of the page become conditions on its URL; see ``URLFilter/page(_:)``. Targets
/// that reject the types `child-document` and `top-document` get `document` with a `load-context`, which is
/// equivalent (measured). A rule with other types as well becomes two rules, because the `load-context` would
/// apply to all types.
package struct TargetAdaptation {
  private let hasDocumentTypes: Bool

  /// Creates the form of rules for this target.
  package init(_ target: Target) { hasDocumentTypes = target.has(.documentTypes) }

  /// Returns the indices of the rules that need another form for the target, usually few.
  package func indicesToAdapt(_ rules: [Rule]) -> [Int] {
    // A copy of a trigger would retain everything that it refers to. The loop therefore reads single fields
    // through a buffer pointer. Its indices come from the buffer, so they are in bounds.
    rules.withUnsafeBufferPointer { rules in
      rules.indices.filter { index in
        let isAnchored =
          switch rules[index].trigger.condition {
          case .ifDomain, .unlessDomain: false
          case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL, nil: true
          }
        return !isAnchored
          || !hasDocumentTypes && !rules[index].trigger.resourceTypes.isDisjoint(with: .framedDocuments)
      }
    }
  }

  /// Returns the triggers that together replace this one. There is at least one, and their order does not
  /// matter.
  package func triggers(for whole: Trigger) -> [Trigger] {
    var trigger = whole
    switch whole.condition {
    case .ifDomain(let domains): trigger.condition = .ifTopURL(domains.map { .page($0) })
    case .unlessDomain(let domains): trigger.condition = .unlessTopURL(domains.map { .page($0) })
    case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL, nil: break
    }
    return hasDocumentTypes ? [trigger] : trigger.withoutDocumentTypes
  }
}

extension [Rule] {
  /// Returns the rules in the form for a target: only the named sites can meet a condition on the page, and
  /// the target accepts every resource type.
  package func adapted(for target: Target) -> [Rule] {
    let adaptation = TargetAdaptation(target)
    var adapted: [Rule] = []
    var next = 0
    for index in adaptation.indicesToAdapt(self) {
      adapted += self[next..<index]
      adapted += adaptation.triggers(for: self[index].trigger).map {
        Rule(trigger: $0, action: self[index].action)
      }
      next = index + 1
    }
    return next == 0 ? self : adapted + self[next...]
  }
}

extension Trigger {
  /// The triggers that together are equivalent to this one, without `child-document` and `top-document`.
  fileprivate var withoutDocumentTypes: [Trigger] {
    let documents = resourceTypes.intersection(.framedDocuments)
    let rest = resourceTypes.subtracting(.framedDocuments)
    guard !documents.isEmpty else { return [self] }
    if rest.contains(.document) || documents == .framedDocuments {
      var whole = self
      whole.resourceTypes = rest.union(.document)
      return [whole]
    }
    var triggers: [Trigger] = []
    if !rest.isEmpty {
      var others = self
      others.resourceTypes = rest
      triggers.append(others)
    }
    let frames: LoadContexts = documents == .childDocument ? .childFrame : .topFrame
    var framed = self
    framed.resourceTypes = .document
    if loadContexts.isEmpty || loadContexts.contains(frames) {
      framed.loadContexts = frames
    } else {
      // No request belongs to both the page and a frame.
      framed.urlFilter = Rule.noOperation.trigger.urlFilter
    }
    return triggers + [framed]
  }
}
