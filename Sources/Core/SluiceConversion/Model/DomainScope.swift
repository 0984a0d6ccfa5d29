import SluiceRules

/// The document that the `domain` option of a network filter refers to.
@frozen public enum DomainScope: String, CaseIterable, Sendable {
  /// The top-level page, even for requests of its frames.
  case page
  /// The document that makes the request: in a frame, the frame's document.
  ///
  /// The filter syntax defines this meaning. The rules become more numerous and take longer to compile.
  case frame
}

/// Replaces conditions on the page with conditions on the document that makes the request.
struct DocumentConditions {
  private let scope: DomainScope
  private let canExclude: Bool

  init(_ options: ConversionOptions) {
    // All targets support `if-frame-url`. A WebKit version that ignores `unless-frame-url` would apply the
    // rule to too many requests.
    scope = options.target.has(.ifFrameURL) ? options.domainScope : .page
    canExclude = options.target.has(.unlessFrameURL)
  }

  /// Calls `body` with the triggers that apply the condition to the document that makes the request.
  ///
  /// The requests for frame documents and popups keep the condition on the page: WebKit reports `about:blank`
  /// as the document that requests a frame's document (measured).
  @inline(__always)
  func forEachTrigger(of whole: Trigger, _ body: (Trigger) -> Void) {
    if scope == .page { body(whole) } else { for trigger in ofFrames(whole) { body(trigger) } }
  }

  /// Returns whether WebKit compares a condition with the page although the filter refers to the document
  /// that makes the request.
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

  /// The resource types that a document itself requests.
  private static let made: ResourceTypes = [
    .cspReport, .fetch, .font, .image, .media, .other, .ping, .raw, .script, .styleSheet, .svgDocument,
    .webSocket,
  ]
}
