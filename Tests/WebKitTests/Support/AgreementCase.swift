import ContentBlocker

/// A rule list and a page with loads, of which the evaluator and WebKit must think the same.
struct AgreementCase: Sendable {
  /// A load in the page or in its frame, as webkit-probe names types.
  struct Load: Codable, Hashable, Sendable {
    var url: String
    var type: String
    var frame: String?
    var method: String?
  }

  /// The rules, each as JSON.
  var rules: [String]
  var page: String
  /// The body of the page and of its frame.
  var html: String
  /// The frame's URL, if there is one.
  var frame: String?
  /// Whether cookies are looked at.
  var hasCookies: Bool
  var loads: [Load]
  /// The classes of elements that are looked at.
  var selectors: [String]

  var json: [UInt8] { Array("[\(rules.joined(separator: ",\n"))]".utf8) }
}

/// What the evaluator expects of a case in WebKit.
struct AgreementForecast {
  private let evaluator: RuleListEvaluator
  private let suffixes: PublicSuffixList
  private let subject: AgreementCase

  init(_ subject: AgreementCase, _ suffixes: PublicSuffixList) throws {
    self.init(subject, RuleListEvaluator(try RuleList(decodingJSON: subject.json)), suffixes)
  }

  init(_ subject: AgreementCase, _ evaluator: RuleListEvaluator, _ suffixes: PublicSuffixList) {
    self.subject = subject
    self.suffixes = suffixes
    self.evaluator = evaluator
  }

  private func decide(_ kind: Request.Kind, _ url: String, frame: String? = nil) -> Decision {
    evaluator.decide(
      Request(
        kind, url: Array(url.utf8), page: Array(subject.page.utf8), frame: frame.map { Array($0.utf8) },
        suffixes: suffixes))
  }

  /// What happens to the page.
  var page: Decision { decide(.document, subject.page) }

  /// What happens to the frame's document.
  var frame: Decision? { subject.frame.map { decide(.subdocument, $0) } }

  func decision(_ load: AgreementCase.Load) -> Decision {
    let decision = decide(load.kind, load.url, frame: load.frame)
    guard load.type == "popup", !decision.isBlocked else { return decision }
    // The window opens, and its page is loaded.
    return decide(.document, load.url)
  }

  /// Whether elements are hidden in the page, or in the frame; nil where that depends on how fast WebKit is.
  func isHidden(_ selector: String, inFrame: Bool) -> Bool? {
    func hides(_ decision: Decision?) -> Bool {
      decision?.hiddenSelectors.contains { $0.description == selector } ?? false
    }
    if hides(inFrame ? frame : page) { return true }
    let own = subject.loads.filter { ($0.frame != nil) == inFrame }
    let hiding = own.filter { hides(decide($0.kind, $0.url, frame: $0.frame)) }
    if hiding.contains(where: { !isUnsure($0) }) { return true }
    // What hides for a frame's document hides in that frame.
    return hiding.contains { $0.kind != .subdocument && isUnsure($0) } ? nil : false
  }

  /// Whether a load may come after the look at elements, or never: pages that are secure do not even ask for
  /// what is not.
  private func isUnsure(_ load: AgreementCase.Load) -> Bool {
    load.hasNoEnd || subject.page.hasPrefix("https:") && load.url.hasPrefix("http:")
  }
}

extension AgreementCase.Load {
  /// Whether the page goes on before the load has ended.
  var hasNoEnd: Bool { ["beacon", "ping", "popup", "subdocument", "object"].contains(type) }

  var kind: Request.Kind {
    switch type {
    case "xhr", "fetch": .xmlhttprequest
    default: Request.Kind(rawValue: type) ?? .other
    }
  }
}
