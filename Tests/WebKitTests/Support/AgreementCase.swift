import SluiceAnalysis
import SluiceRules

/// A rule list and a page with requests, for which the evaluator and WebKit must agree.
struct AgreementCase: Sendable {
  /// A request in the page or in its frame, with webkit-probe's names of types.
  struct Load: Codable, Hashable, Sendable {
    var url: String
    var type: String
    var frame: String?
    var method: String?
  }

  /// The rules as JSON.
  var rules: [String]
  var page: String
  /// The body of the page and of its frame.
  var html: String
  /// The URL of the frame, if there is one.
  var frame: String?
  /// Whether the comparison includes cookies.
  var hasCookies: Bool
  var loads: [Load]
  /// The classes of the elements to check.
  var selectors: [String]

  var json: [UInt8] { Array("[\(rules.joined(separator: ",\n"))]".utf8) }
}

/// The expected results of a case in WebKit, according to the evaluator.
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

  /// The decision on the page.
  var page: Decision { decide(.document, subject.page) }

  /// The decision on the frame's document.
  var frame: Decision? { subject.frame.map { decide(.subdocument, $0) } }

  func decision(_ load: AgreementCase.Load) -> Decision {
    let decision = decide(load.kind, load.url, frame: load.frame)
    guard load.type == "popup", !decision.isBlocked else { return decision }
    // The window opens and requests its page.
    return decide(.document, load.url)
  }

  /// Returns whether elements are hidden in the page or in the frame, or nil if that depends on WebKit's
  /// timing.
  func isHidden(_ selector: String, inFrame: Bool) -> Bool? {
    func hides(_ decision: Decision?) -> Bool {
      decision?.hiddenSelectors.contains { $0.description == selector } ?? false
    }
    if hides(inFrame ? frame : page) { return true }
    let own = subject.loads.filter { ($0.frame != nil) == inFrame }
    let hiding = own.filter { hides(decide($0.kind, $0.url, frame: $0.frame)) }
    if hiding.contains(where: { !isUnsure($0) }) { return true }
    // Rules that hide for a frame's document act in that frame.
    return hiding.contains { $0.kind != .subdocument && isUnsure($0) } ? nil : false
  }

  /// Returns whether a request may come after the elements are checked, or never: secure pages do not request
  /// insecure URLs.
  private func isUnsure(_ load: AgreementCase.Load) -> Bool {
    load.hasNoEnd || subject.page.hasPrefix("https:") && load.url.hasPrefix("http:")
  }
}

extension AgreementCase.Load {
  /// Whether the page continues before the request has finished.
  var hasNoEnd: Bool { ["beacon", "ping", "popup", "subdocument", "object"].contains(type) }

  var kind: Request.Kind {
    switch type {
    case "xhr", "fetch": .xmlhttprequest
    default: Request.Kind(rawValue: type) ?? .other
    }
  }
}
