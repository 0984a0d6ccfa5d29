import ListBuilding

/// Tells of sources that are fetched, several at once: how many are done, and of each when it is.
final class FetchSteps {
  private let steps: Steps
  private var total = 0
  private var done = 0
  private var starts: [String: ContinuousClock.Instant] = [:]

  init(_ steps: Steps) { self.steps = steps }

  /// These are asked for.
  func begin(_ requests: [FetchRequest]) {
    total += requests.count
    for request in requests { starts[request.url] = .now }
    steps.begin(step())
  }

  /// This has happened.
  func tell(_ event: FetchEvent) {
    switch event.kind {
    case .progress:
      let size = Format.size(event.bytes) + (event.total.map { " of \(Format.size($0))" } ?? "")
      steps.advance(step(event, size))
    case .retry: steps.advance(step(event, "trying again"))
    case .fetched: end("fetched", event, [.bytes: event.bytes])
    case .unchanged: end("unchanged", event, [:])
    case .failed: end("not fetched", event, [:])
    }
  }

  private func end(_ outcome: String, _ event: FetchEvent, _ amounts: StepAmounts) {
    guard let start = starts.removeValue(forKey: event.url) else { return }
    done += 1
    steps.tell(Step(outcome, Self.shown(event.url)), amounts, .now - start)
    steps.advance(step())
    // What was fetched is read now.
    if done == total { steps.begin(Step(.collecting)) }
  }

  /// Of a source on its way.
  private func step(_ event: FetchEvent, _ words: String) -> Step {
    step("\(Self.shown(event.url)), \(words)")
  }

  /// A URL is one to its end, where steps take a blank for that.
  private static func shown(_ url: String) -> String { URLSecrets.removed(fromLocation: url) }

  private func step(_ subject: String? = nil) -> Step {
    let last = starts.count == 1 ? starts.keys.first : nil
    return Step("fetching", subject ?? last.map(Self.shown), done, of: total)
  }
}

extension Step {
  /// A step of a build.
  init(_ step: Build.Step) {
    switch step {
    case .collecting: self.init("reading sources")
    case .list(let name, let number, let count): self.init("building", name, number, of: count)
    case .writing: self.init("writing")
    }
  }
}
