import ContentBlocker

/// Whose host the domains of a network filter are.
public enum DomainScope: String, CaseIterable, Codable, Sendable {
  /// That of the page in the window, whichever frame makes the request.
  case page
  /// That of the document that makes the request, as the filter syntax means it: in a frame, the frame's. It takes
  /// more rules and more time to compile.
  case frame
}

/// Makes conditions on the page conditions on the document that makes the request.
struct DocumentConditions {
  private let scope: DomainScope
  private let canExclude: Bool

  init(_ options: ConversionOptions) {
    // `if-frame-url` is older than all targets; where WebKit ignores `unless-frame-url` the rule would be wider.
    scope = options.target.has(.ifFrameURL) ? options.domainScope : .page
    canExclude = options.target.has(.unlessFrameURL)
  }

  /// Calls `body` with the triggers that say this one of the documents that make the requests.
  ///
  /// What opens in a frame or a window stays with the page: to WebKit the document that asks for a frame's is
  /// `about:blank` (measured).
  @inline(__always)
  func forEachTrigger(of whole: Trigger, _ body: (Trigger) -> Void) {
    if scope == .page { body(whole) } else { for trigger in ofFrames(whole) { body(trigger) } }
  }

  /// Whether WebKit compares the page with a condition of these types where the document is meant that makes the request.
  func comparesPage(_ condition: Condition?, _ types: ResourceTypes) -> Bool {
    guard condition != nil else { return false }
    return scope == .page || types.isEmpty || !types.isSubset(of: Self.made) || onFrames(condition) == nil
  }

  private func ofFrames(_ whole: Trigger) -> [Trigger] {
    guard let condition = onFrames(whole.condition) else { return [whole] }
    let types = whole.resourceTypes.isEmpty ? Self.made.union(.childDocument) : whole.resourceTypes
    var (made, opened) = (whole, whole)
    made.resourceTypes = types.intersection(Self.made)
    made.condition = condition
    opened.resourceTypes = types.subtracting(Self.made)
    return [made, opened].filter { !$0.resourceTypes.isEmpty }
  }

  private func onFrames(_ condition: Condition?) -> Condition? {
    switch condition {
    case .ifDomain(let domains): .ifFrameURL(domains.map { .page($0) })
    case .ifTopURL(let filters): .ifFrameURL(filters)
    case .unlessDomain(let domains): canExclude ? .unlessFrameURL(domains.map { .page($0) }) : nil
    case .unlessTopURL(let filters): canExclude ? .unlessFrameURL(filters) : nil
    case .ifFrameURL, .unlessFrameURL, nil: nil
    }
  }

  /// What a document itself asks for.
  private static let made: ResourceTypes = [
    .cspReport, .fetch, .font, .image, .media, .other, .ping, .raw, .script, .styleSheet, .svgDocument,
    .webSocket,
  ]
}
