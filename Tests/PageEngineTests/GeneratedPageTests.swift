import Foundation
import SluiceConversion
@testable import sluice
import SluicePageInspection
import SluiceRules
import Testing
import TestSupport

/// The inspection of pages agrees with the real engine for every request, and the named filters are the
/// cause.
@Suite(
  .browser, .enabled(if: EngineRun.isAvailable, EngineRun.comment),
  .serialized, .ends
)
struct GeneratedPageTests {
  @Test(arguments: seeds(100, oneIn: 50)) func generatedPagesAgreeWithEngine(_ seed: Int) throws {
    var generator = PageGenerator(seed: UInt64(seed))
    let made = generator.generate()
    let run = try EngineRun.start(made.page)
    var trial = EngineTrial.patient
    trial.selectors = made.classes.map { ".\($0)" }
    trial.readsDocuments = true
    let lists = try EngineRun.lists(made.lists)
    var judge = PageJudge(lists, suffixes: .wellKnown)
    let seen = try EngineInspection(run.page, trial: trial, judge: &judge) { (trial) throws(any Error) in
      try run.browser.observe(trial)
    }
    let context = Comment(rawValue: "seed \(seed): \(made.lists)")
    #expect(seen.without.outcome == .loaded && !seen.inspection.requests.isEmpty, context)
    for request in seen.inspection.requests where request.isDisputed {
      let url = String(decoding: request.verdict.request.url, as: UTF8.self)
      Issue.record("\(url) \(request.verdict.description): \(request.observed?.rawValue ?? "")\n\(context)")
    }
    // The elements of all documents.
    let hidden = Set(
      seen.documents.flatMap { document in
        document.answer.findings.filter { $0.effect.outcome == .hidden }.map(\.effect.selector.description)
      })
    let asked = Set(seen.with.documents.map(\.address))
    for (index, name) in made.classes.enumerated() where seen.without.visible[index] {
      let isHidden = hidden.contains(".\(name)") || hidden.contains("div.\(name)")
      // The content of a blocked frame does not exist.
      let isThere = seen.with.documents.contains { $0.html.contains("class=\"\(name) ") }
      guard isThere else { continue }
      #expect(seen.with.visible[index] == !isHidden, "\(name) in \(asked): \(context)")
    }
    try checkNames(seen, made, run.browser, context)
    withExtendedLifetime(run.folder) {}
  }

  /// Checks that a blocked request loads without the filters named for it.
  private func checkNames(
    _ seen: EngineInspection, _ made: PageGenerator.Generated, _ browser: PageBrowser, _ context: Comment
  ) throws {
    let blocked = seen.inspection.requests.filter { $0.observed == .blocked }.prefix(2)
    guard !blocked.isEmpty else { return }
    var lists = made.lists
    for request in blocked {
      for rule in request.verdict.acting where rule.rule.action == .block {
        for filter in rule.origin?.filters ?? [] {
          let number = try #require(Int(filter.file))
          lists[number][filter.line - 1] = "!"
        }
      }
    }
    var trial = EngineTrial.patient
    trial.lists = try EngineRun.lists(lists).lists.map { Data($0.evaluator.list.encodedJSON()) }
    let after = try browser.observe(trial)
    let loaded = Set(after.loads.map(\.url))
    for request in blocked {
      let url = String(decoding: request.verdict.description.url, as: UTF8.self)
      #expect(loaded.contains(url), "\(url): \(context)")
    }
  }
}
