import SluiceSystem

/// The requests of a browser.
struct ReplayLog: Sendable {
  struct Entry: Sendable {
    let request: ReplayRequest
    /// The time of the request, relative to the start.
    let start: Duration
    /// The response and its duration, or `nil` while the request is pending.
    var answer: Answer?
  }

  struct Answer: Sendable {
    let duration: Duration
    let status: Int
    let size: Int
    let redirect: String?
    let cookiesSet: Int
  }

  private let start = ContinuousClock.now
  private(set) var entries: [Entry] = []
  /// The number of pending requests.
  private(set) var waiting = 0

  /// A pending request, bound to the log in which it was recorded.
  struct Ticket {
    fileprivate let start: ContinuousClock.Instant
    fileprivate let number: Int
  }

  mutating func begin(_ request: ReplayRequest) -> Ticket {
    entries.append(Entry(request: request, start: start.duration(to: .now)))
    waiting += 1
    return Ticket(start: start, number: entries.count - 1)
  }

  mutating func end(_ ticket: Ticket, _ answer: ReplayAnswer) {
    // The log may have been replaced in the meantime.
    guard ticket.start == start else { return }
    let number = ticket.number
    waiting -= 1
    entries[number].answer = Answer(
      duration: start.duration(to: .now) - entries[number].start, status: answer.status,
      size: answer.body.count, redirect: answer.value(of: "location"),
      cookiesSet: answer.headers.count { $0.name.lowercased() == "set-cookie" })
  }
}
