import SluiceLists

/// The progress of parallel fetches: the number of finished sources, and a report on each source when it
/// finishes.
final class FetchSteps {
  private let steps: Steps
  private var total = 0
  private var done = 0
  private var starts: [String: ContinuousClock.Instant] = [:]

  init(_ steps: Steps) { self.steps = steps }

  /// Records the start of requests.
  func begin(_ requests: [SourceRequest]) {
    total += requests.count
    for request in requests { starts[request.url] = .now }
    steps.begin(step())
  }

  /// Updates the progress after an event.
  func record(_ event: FetchEvent) {
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
    steps.record(Step(outcome, Self.shown(event.url)), amounts, .now - start)
    steps.advance(step())
    // The build reads the fetched lists next.
    if done == total { steps.begin(Step(.collecting)) }
  }

  /// Returns a step for a source that is being fetched.
  private func step(_ event: FetchEvent, _ words: String) -> Step {
    step("\(Self.shown(event.url)), \(words)")
  }

  /// Returns a URL without secrets. ``Step`` also removes secrets, but assumes that a URL ends at a space.
  private static func shown(_ url: String) -> String { URLSecrets.removed(fromLocation: url) }

  private func step(_ subject: String? = nil) -> Step {
    let last = starts.count == 1 ? starts.keys.first : nil
    return Step("fetching", subject ?? last.map(Self.shown), done, of: total)
  }
}

extension Step {
  init(_ step: Build.Step) {
    switch step {
    case .collecting: self.init("reading sources")
    case .list(let name, let number, let count): self.init("building", name, number, of: count)
    case .writing: self.init("writing")
    }
  }
}
