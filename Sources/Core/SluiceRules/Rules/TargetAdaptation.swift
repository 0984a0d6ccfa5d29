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
  public func adapted(for target: Target) -> [Rule] {
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

extension ResourceTypes {
  /// The types for documents of pages and of frames, which not every WebKit version distinguishes.
  fileprivate static let framedDocuments: ResourceTypes = [.childDocument, .topDocument]
}
