/// How a rule is written for a target.
extension Rule {
  /// The rules that say this one to a target: as a rule itself. All have its action, and they are to stand in its
  /// place, in any order.
  ///
  /// Conditions on the domain of the page become conditions on its URL, see ``URLFilter/page(_:)``. Targets
  /// without the types `child-document` and `top-document`, to which they are unknown words for which they reject
  /// the list, are told `document` and the frame: the same (measured). A rule that is for other types too then
  /// becomes two, since what is said of the frame holds for all types.
  public func spelled(for target: Target) -> [Rule] {
    trigger.spelled(for: target).map { Rule(trigger: $0, action: action) }
  }
}

extension [Rule] {
  /// The rules as they are written for a target; see ``Rule/spelled(for:)``.
  public func spelled(for target: Target) -> [Rule] {
    contains { !$0.trigger.isSpelled(for: target) } ? flatMap { $0.spelled(for: target) } : self
  }
}

extension Trigger {
  /// Whether the trigger is written for a target as it is.
  package func isSpelled(for target: Target) -> Bool {
    let isAnchored =
      switch condition {
      case .ifDomain, .unlessDomain: false
      case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL, nil: true
      }
    return isAnchored && (resourceTypes.isDisjoint(with: .framedDocuments) || target.has(.documentTypes))
  }

  /// The triggers that say this one to a target: one at least.
  package func spelled(for target: Target) -> [Trigger] {
    var trigger = self
    switch condition {
    case .ifDomain(let domains): trigger.condition = .ifTopURL(domains.map { .page($0) })
    case .unlessDomain(let domains): trigger.condition = .unlessTopURL(domains.map { .page($0) })
    case .ifTopURL, .unlessTopURL, .ifFrameURL, .unlessFrameURL, nil: break
    }
    return target.has(.documentTypes) ? [trigger] : trigger.withoutDocumentTypes
  }

  private var withoutDocumentTypes: [Trigger] {
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
