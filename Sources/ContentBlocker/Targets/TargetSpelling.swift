/// The form of rules for a target.
///
/// Conditions on the domain of the page become conditions on its URL; see ``URLFilter/page(_:)``. Targets
/// that reject the types `child-document` and `top-document` get `document` with a frame condition, which is
/// equivalent (measured). A rule with further types then becomes two rules, because the frame condition
/// applies to all types.
package struct TargetSpelling {
  private let hasDocumentTypes: Bool

  /// Creates the form of rules for this target.
  package init(_ target: Target) { hasDocumentTypes = target.has(.documentTypes) }

  /// Returns the indices of the rules that need another form for the target. Usually these are few.
  package func indicesToSpell(_ rules: [Rule]) -> [Int] {
    // Uses a pointer and compares field by field, because a copy of a trigger would retain everything that it
    // refers to. The indices are those of the buffer itself.
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

  /// Returns the triggers that together replace this one, at least one. Their order does not matter.
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
  /// Returns the rules in the form for a target: with conditions that other pages cannot claim, and only with
  /// types that the target knows.
  public func spelled(for target: Target) -> [Rule] {
    let spelling = TargetSpelling(target)
    var spelled: [Rule] = []
    var next = 0
    for index in spelling.indicesToSpell(self) {
      spelled += self[next..<index]
      spelled += spelling.triggers(for: self[index].trigger).map {
        Rule(trigger: $0, action: self[index].action)
      }
      next = index + 1
    }
    return next == 0 ? self : spelled + self[next...]
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
      // No document belongs to both the page and a frame.
      framed.urlFilter = Rule.noOperation.trigger.urlFilter
    }
    return triggers + [framed]
  }
}

extension ResourceTypes {
  /// The types for the documents of pages and of frames, which not every WebKit distinguishes.
  fileprivate static let framedDocuments: ResourceTypes = [.childDocument, .topDocument]
}
