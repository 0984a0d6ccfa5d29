/// How rules are written for a target.
///
/// Conditions on the domain of the page become conditions on its URL, see ``URLFilter/page(_:)``. Targets without
/// the types `child-document` and `top-document`, unknown words for which they reject the list, are told
/// `document` and the frame: the same (measured). A rule that is for other types too then becomes two, since what
/// is said of the frame holds for all types.
package struct TargetSpelling {
  private let hasDocumentTypes: Bool

  /// How rules are written for this target.
  package init(_ target: Target) { hasDocumentTypes = target.has(.documentTypes) }

  /// The rules that are not written as they are, by their indices: few.
  package func indicesToSpell(_ rules: [Rule]) -> [Int] {
    // Through a pointer, and part by part: a copy of a trigger would retain all that it refers to. Its indices are
    // its own.
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

  /// The triggers that say this one: one at least. They are to stand in its place, in any order.
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
  /// The rules as they are written for a target: with conditions that other pages cannot claim, and in words that
  /// it knows.
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
  /// The triggers that say this one without `child-document` and `top-document`.
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
      // No document is of the page and of a frame.
      framed.urlFilter = Rule.noOperation.trigger.urlFilter
    }
    return triggers + [framed]
  }
}

extension ResourceTypes {
  /// The documents of pages and those of frames, which not every WebKit tells apart by type.
  fileprivate static let framedDocuments: ResourceTypes = [.childDocument, .topDocument]
}
