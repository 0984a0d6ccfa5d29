import Foundation
import TestSupport
import Testing

/// Runs the cases of one layout in WebKit and compares the results.
struct ProbeRun {
  let layout: ProbeLayout
  private let folder: TemporaryFolder

  init(_ layout: ProbeLayout) throws {
    self.layout = layout
    folder = try TemporaryFolder()
  }

  /// The result of webkit-probe for a case.
  private struct Result: Decodable {
    struct Item: Decodable {
      var verdict: String
      var cookie: String?
    }

    var verdict: String
    var requests: [Item]
    var hidden: [Item]
  }

  /// A case in the format of webkit-probe.
  private struct Input: Encodable {
    var name, page: String
    var html: String?
    var frames: [String: String]?
    var requests: [ProbeCase.Request]
    var hidden: [ProbeCase.Look]
    var filters: [String]
    var cookies: Bool
  }

  /// A result that is not the expected one.
  struct Failure {
    var subject: ProbeCase
    var message: String
  }

  /// Returns the failures of cases: diagnostics for all cases, and results in WebKit for those that
  /// `isOpened` selects by number.
  func failures(of cases: [ProbeCase], isOpened: (Int) -> Bool = { _ in true }) async throws -> [Failure] {
    var inputs: [Input] = []
    var opened: [ProbeCase] = []
    var failures: [Failure] = []
    for (number, subject) in cases.enumerated() {
      let result = try layout.convert(
        subject.expandedFilters, domains: subject.domainScope ?? .page,
        generics: subject.genericHiding ?? .everywhere)
      let reported = Set(result.report.diagnostics.map(\.reason.id)).sorted()
      let expected = (subject.reported ?? []) + (subject.reportedIn?[layout.rawValue] ?? [])
      if reported != expected.sorted() {
        failures.append(Failure(subject: subject, message: "the report says \(reported)"))
      }
      guard isOpened(number) else { continue }
      opened.append(subject)
      var names: [String] = []
      for list in result.lists {
        // webkit-probe shows this name if WebKit rejects the list.
        let name = "\(number)-\(list.part.rawValue).json"
        try Data(list.rules.encodedJSON()).write(to: folder.url.appending(path: name))
        names.append(name)
      }
      inputs.append(
        Input(
          name: subject.name, page: subject.page, html: subject.html, frames: subject.frames,
          requests: subject.requests ?? [], hidden: subject.hidden ?? [], filters: names,
          cookies: (subject.requests ?? []).contains { $0.cookie != nil }))
    }
    let results = try await probe(inputs)
    for (subject, result) in zip(opened, results) {
      failures += differences(subject, result).map { Failure(subject: subject, message: $0) }
    }
    return failures
  }

  private func probe(_ inputs: [Input]) async throws -> [Result] {
    let file = folder.url.appending(path: "cases.json")
    try JSONEncoder().encode(inputs).write(to: file)
    let run = try await ToolRun.python(WebKitTools.probe, ["--json", file.path], in: folder.url)
    // Status 1 means that some result is unexpected, which is evaluated here.
    guard run.status == 0 || run.status == 1 else {
      throw ProbeProblem(status: run.status, errors: run.errors)
    }
    let lines = run.output.split(separator: UInt8(ascii: "\n"))
    let results = try lines.map { try JSONDecoder().decode(Result.self, from: $0) }
    guard results.count == inputs.count else { throw ProbeProblem(status: run.status, errors: run.errors) }
    return results
  }

  private func differences(_ subject: ProbeCase, _ result: Result) -> [String] {
    let requests = subject.requests ?? []
    let looks = subject.hidden ?? []
    guard requests.count == result.requests.count, looks.count == result.hidden.count else {
      return ["webkit-probe answers \(result.requests.count) requests and \(result.hidden.count) selectors"]
    }
    var messages: [String] = []
    func compare(_ what: String, _ expected: ProbeCase.Verdict, _ verdict: String) {
      if verdict != expected.rawValue { messages.append("\(what): \(verdict), not \(expected.rawValue)") }
    }
    compare("the page \(subject.page)", subject.expect ?? .loaded, result.verdict)
    for (request, item) in zip(requests, result.requests) {
      let place = request.frame.map { " in \($0)" } ?? ""
      compare(
        "\(request.type) \(request.url)\(place)", request.differs?[layout] ?? request.expect, item.verdict)
      if let cookie = request.cookie {
        compare("the cookie of \(request.type) \(request.url)\(place)", cookie, item.cookie ?? "untold")
      }
    }
    for (look, item) in zip(looks, result.hidden) {
      let place = look.frame.map { " in \($0)" } ?? ""
      compare("\(look.selector)\(place)", look.differs?[layout] ?? look.expect, item.verdict)
    }
    return messages
  }
}

/// The error if webkit-probe ended without results.
struct ProbeProblem: Error, CustomStringConvertible {
  var status: Int32
  var errors: String

  var description: String { "webkit-probe ended with status \(status): \(errors)" }
}
