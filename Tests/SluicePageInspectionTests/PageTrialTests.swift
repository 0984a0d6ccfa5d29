import SluiceAnalysis
import SluiceRules
import Testing

@testable import SluicePageInspection

/// The differences between two observations from any source.
@Suite struct PageTrialTests {
  private func load(_ url: String, _ outcome: InspectedRequest.Outcome) -> PageObservation.Load {
    PageObservation.Load(
      RequestDescription(url: Array(url.utf8), page: Array("https://a.example/".utf8), kind: .script),
      outcome: outcome
    )
  }

  private func element(_ number: Int, _ outcome: PageObservation.Element.Outcome) -> PageObservation.Element {
    PageObservation.Element(
      .init(document: Array("https://a.example/".utf8), number: number), tag: "<p>", line: nil,
      outcome: outcome)
  }

  @Test(
    arguments: [
      (nil, .blocked, "new"), (.allowed, .blocked, "new"), (.excepted, .blocked, "new"),
      (.blocked, .blocked, ""),
      (.blocked, .allowed, "gone"), (.blocked, .excepted, "gone"), (.allowed, .excepted, ""),
      (.blocked, nil, ""),
      (nil, .allowed, ""), (.allowed, nil, ""),
    ] as [(InspectedRequest.Outcome?, InspectedRequest.Outcome?, String)])
  func newlyBlockedRequestsAreFound(
    _ old: InspectedRequest.Outcome?, _ new: InspectedRequest.Outcome?, _ expected: String
  ) {
    let trial = PageTrial(
      page: [], old: PageObservation(loads: old.map { [load("x:y", $0)] } ?? []),
      new: PageObservation(loads: new.map { [load("x:y", $0)] } ?? []), verdicts: [])
    #expect(!trial.newlyBlocked.isEmpty == (expected == "new"))
    #expect(!trial.noLongerBlocked.isEmpty == (expected == "gone"))
    #expect(trial.newlyHidden.isEmpty && trial.noLongerHidden.isEmpty)
  }

  @Test(
    arguments: [
      (nil, .hidden, "new"), (.excepted, .hidden, "new"), (.undecided, .hidden, "new"),
      (.hidden, .hidden, ""),
      (.hidden, .excepted, "gone"), (.hidden, nil, "gone"), (.hidden, .undecided, "gone"),
      (nil, .undecided, ""),
      (.excepted, nil, ""),
    ] as [(PageObservation.Element.Outcome?, PageObservation.Element.Outcome?, String)])
  func newlyHiddenElementsAreFound(
    _ old: PageObservation.Element.Outcome?, _ new: PageObservation.Element.Outcome?, _ expected: String
  ) {
    let trial = PageTrial(
      page: [], old: PageObservation(elements: old.map { [element(1, $0)] } ?? []),
      new: PageObservation(elements: new.map { [element(1, $0)] } ?? []), verdicts: [])
    #expect(!trial.newlyHidden.isEmpty == (expected == "new"))
    #expect(!trial.noLongerHidden.isEmpty == (expected == "gone"))
  }

  @Test func changesKeepPageOrder() {
    let old = PageObservation(elements: [element(9, .hidden), element(3, .hidden), element(3, .hidden)])
    let new = PageObservation(
      loads: [load("b:", .blocked), load("a:", .blocked), load("b:", .blocked)],
      elements: [element(4, .hidden)])
    let trial = PageTrial(page: [], old: old, new: new, verdicts: [])
    #expect(
      trial.newlyBlocked.compactMap { $0.new.map { String(decoding: $0.description.url, as: UTF8.self) } }
        == ["b:", "a:"])
    #expect(trial.noLongerHidden.compactMap { $0.old?.identity.number } == [9, 3])
  }
}
