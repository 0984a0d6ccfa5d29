import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Replaces conditions on the page with conditions on the document that makes the request.
struct DocumentConditions {
  private let scope: DomainScope
  private let canExclude: Bool
  private let adaptation: TargetAdaptation
  private let hasDocumentTypes: Bool

  init(_ options: ConversionOptions) {
    // All targets support `if-frame-url`. A WebKit version that ignores `unless-frame-url` would apply the
    // rule to too many requests.
    scope = options.target.has(.ifFrameURL) ? options.domainScope : .page
    canExclude = options.target.has(.unlessFrameURL)
    adaptation = TargetAdaptation(options.target)
    hasDocumentTypes = options.target.has(.documentTypes)
  }

  struct Part {
    var types: ResourceTypes
    var condition: Condition?
  }

  /// The conditions that together replace a condition on the page. All rules of a filter share them.
  struct Parts {
    private let first: Part
    private let second: Part?

    fileprivate init(_ first: Part, second: Part? = nil) { (self.first, self.second) = (first, second) }

    @inline(__always)
    func forEach(_ body: (Part) -> Void) {
      body(first)
      if let second { body(second) }
    }
  }

  /// Returns the conditions that apply a condition to the document that makes the request, for requests of
  /// some types.
  ///
  /// The requests for frame documents and popups keep the condition on the page: WebKit reports `about:blank`
  /// as the document that requests a frame's document (measured).
  func parts(of condition: Condition?, _ types: ResourceTypes) -> Parts {
    guard scope == .frame, let frames = onFrames(condition) else {
      return Parts(Part(types: types, condition: condition))
    }
    let all = types.isEmpty ? Self.made.union(.childDocument) : types
    let made = Part(types: all.intersection(Self.made), condition: frames)
    let opened = Part(types: all.subtracting(Self.made), condition: condition)
    if made.types.isEmpty { return Parts(opened) }
    return opened.types.isEmpty ? Parts(made) : Parts(made, second: opened)
  }

  /// Returns whether the rules for some conditions may have more names than the conditions, or their names as
  /// url-filters.
  func repeatsNames(of conditions: [Condition?]) -> Bool {
    guard conditions.count == 1, let condition = conditions[0] else { return conditions.count > 1 }
    return scope == .frame || condition.urlFilterCount > 0
  }

  /// Returns the maximum number of rules for a condition and some types, and of types in one of them.
  func maximum(of condition: Condition?, _ types: ResourceTypes) -> (rules: Int, types: Int) {
    let isReplaced = scope == .frame && condition != nil
    let count = isReplaced && types.isEmpty ? Self.made.rawValue.nonzeroBitCount : 0
    return ((isReplaced ? 2 : 1) * (hasDocumentTypes ? 1 : 2), max(count, types.rawValue.nonzeroBitCount))
  }

  func written(_ trigger: Trigger, action: Action) -> (rules: Int, bytes: Int) {
    adaptation.triggers(for: trigger).reduce((0, 0)) {
      ($0.0 + 1, $0.1.addingClamped(Rule(trigger: $1, action: action).encodedLineSize))
    }
  }

  /// Returns whether WebKit compares a condition with the page although the filter refers to the document
  /// that makes the request.
  func comparesPage(_ condition: Condition?, types: ResourceTypes) -> Bool {
    guard condition != nil else { return false }
    return scope == .page || types.isEmpty || !types.isSubset(of: Self.made) || onFrames(condition) == nil
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
