import SluiceConversion
import SluiceLists
import SluiceSystem

/// Fetches with the program `curl`, in a process for each exchange, so that neither data from servers nor errors
/// in curl can end a build.
package final class CurlTransport: SourceTransport {
  private let whenAsked: ([SourceRequest]) -> Void
  private let onEvent: (FetchEvent) -> Void

  /// Creates a transport. `whenAsked` receives the requests, and `onEvent` the events.
  package init(
    whenAsked: @escaping ([SourceRequest]) -> Void = { _ in },
    onEvent: @escaping (FetchEvent) -> Void = { _ in }
  ) {
    (self.whenAsked, self.onEvent) = (whenAsked, onEvent)
  }

  package func fetch(_ requests: [SourceRequest]) -> [FetchEvent] {
    whenAsked(requests)
    guard let program = CurrentProcess.program("curl") else {
      let failures = requests.map { FetchEvent(.failed, url: $0.url, Self.missing) }
      for failure in failures { onEvent(failure) }
      return failures
    }
    let transfers = Transfers(requests, program: program)
    var answers: [FetchEvent] = []
    // Requests of the same URL have one answer each.
    while answers.count < requests.count {
      let events = transfers.nextEvents()
      // Ctrl-C also ends curl, and its failure would be reported first.
      guard !DeferredSignals.isPending else {
        transfers.cancel()
        let answered = Set(answers.map(\.url))
        return answers
          + requests.filter { !answered.contains($0.url) }
          .map { FetchEvent(.failed, url: $0.url, "interrupted") }
      }
      for event in events {
        onEvent(event)
        switch event.kind {
        case .progress, .retry: break
        case .fetched, .unchanged, .failed: answers.append(event)
        }
      }
    }
    return answers
  }

  private static let missing =
    "curl, the program that fetches, is not installed (Debian: 'apt install curl', Fedora: 'dnf install curl')"
}
