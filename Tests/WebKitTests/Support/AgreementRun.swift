import Foundation
import SluiceAnalysis
import SluiceRules
import TestSupport

/// Compares the evaluator's expectations of cases with WebKit.
struct AgreementRun {
  /// The public suffix list that WebKit uses too.
  private let suffixes: PublicSuffixList
  private let folder: TemporaryFolder

  /// The number of compared results, and the differences.
  struct Result {
    var compared = 0
    var blocked = 0
    var untestable = 0
    var differences: [String] = []
  }

  init() throws {
    folder = try TemporaryFolder()
    let file = FileManager.default.contents(atPath: "/usr/share/publicsuffix/public_suffix_list.dat")
    suffixes = file.map { PublicSuffixList(parsing: Array($0)) } ?? .wellKnown
  }

  private struct Answer: Decodable {
    struct Item: Decodable {
      var verdict: String
      var cookie: String?
    }

    var verdict: String
    var requests: [Item]
    var hidden: [Item]
  }

  private struct Input: Encodable {
    struct Look: Encodable {
      var selector: String
      var frame: String?
    }

    var page, html: String
    var frames: [String: String]
    var requests: [AgreementCase.Load]
    var hidden: [Look]
    var filters: [String]
    var cookies: Bool
  }

  /// Runs the cases in WebKit.
  ///
  /// `list` is the JSON for all of them, or nil if each has its own.
  func compare(_ cases: [AgreementCase], list: [UInt8]? = nil, with probe: URL) async throws -> Result {
    var inputs: [Input] = []
    let shared = try list.map { RuleListEvaluator(try RuleList(decodingJSON: $0)) }
    if let list { try Data(list).write(to: folder.url.appending(path: "list.json")) }
    for (number, subject) in cases.enumerated() {
      let name = list == nil ? "\(number).json" : "list.json"
      if list == nil { try Data(subject.json).write(to: folder.url.appending(path: name)) }
      let frames = [nil] + (subject.frame.map { [$0] } ?? [])
      inputs.append(
        Input(
          page: subject.page, html: subject.html,
          frames: subject.frame.map { [$0: subject.html] } ?? [:], requests: subject.loads,
          hidden: frames.flatMap { frame in subject.selectors.map { .init(selector: $0, frame: frame) } },
          filters: [name], cookies: subject.hasCookies))
    }
    let file = folder.url.appending(path: "cases.json")
    try JSONEncoder().encode(inputs).write(to: file)
    let run = try await ToolRun.python(probe, ["--json", "--timeout", "8", file.path], in: folder.url)
    guard run.status == 0 else { throw ProbeProblem(status: run.status, errors: run.errors) }
    let answers = try run.output.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Answer.self, from: $0)
    }
    guard answers.count == cases.count else { throw ProbeProblem(status: run.status, errors: run.errors) }
    var result = Result()
    for (subject, answer) in zip(cases, answers) {
      let forecast =
        try shared.map { AgreementForecast(subject, $0, suffixes) }
        ?? AgreementForecast(subject, suffixes)
      compare(subject, answer, forecast, &result)
    }
    return result
  }

  private func compare(
    _ subject: AgreementCase, _ answer: Answer, _ forecast: AgreementForecast, _ result: inout Result
  ) {
    let rules = subject.rules.joined(separator: "\n      ")
    func check(_ what: @autoclosure () -> String, _ expected: String, _ verdict: String) {
      guard expected == "blocked" || expected == "loaded" || !verdict.isEmpty else { return }
      if verdict == "untestable" || verdict == "missing" {
        result.untestable += 1
        return
      }
      result.compared += 1
      if expected != "loaded", expected != "shown", expected != "sent" { result.blocked += 1 }
      if expected != verdict {
        result.differences.append(
          "\(what()): WebKit says \(verdict), the evaluator \(expected)\n    page \(subject.page)"
            + " frame \(subject.frame ?? "-")\n      \(rules)")
      }
    }
    let page = forecast.page
    check("the page", page.isBlocked ? "blocked" : "loaded", answer.verdict)
    // An upgraded page is secure, so it does not request insecure URLs.
    guard answer.verdict == "loaded", !page.isUpgraded else { return }
    for (load, item) in zip(subject.loads, answer.requests) {
      // A missing frame requests nothing.
      if load.frame != nil, forecast.frame?.isBlocked ?? true { continue }
      let decision = forecast.decision(load)
      let name = "\(load.method ?? "") \(load.type) \(load.url) \(load.frame.map { "in \($0)" } ?? "")"
      check(name, decision.isBlocked ? "blocked" : "loaded", item.verdict)
      if let cookie = item.cookie, load.kind != .websocket {
        check(name + " cookie", decision.blocksCookies ? "stripped" : "sent", cookie)
      }
    }
    for (index, item) in answer.hidden.enumerated() {
      let selector = subject.selectors[index % subject.selectors.count]
      let inFrame = index >= subject.selectors.count
      if inFrame, forecast.frame?.isBlocked ?? true { continue }
      guard let isHidden = forecast.isHidden(selector, inFrame: inFrame) else { continue }
      check("\(selector) \(inFrame ? "in the frame" : "")", isHidden ? "hidden" : "shown", item.verdict)
    }
  }
}
