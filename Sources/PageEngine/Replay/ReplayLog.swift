import Platform

/// What a browser asked for.
struct ReplayLog: Sendable {
  struct Entry: Sendable {
    let request: ReplayRequest
    /// When it came, after the start.
    let start: Duration
    /// How long it took, and what was said; nil while it waits.
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
  /// How many wait for an answer.
  private(set) var waiting = 0

  /// A request that waits, in the log that was there when it came.
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
    // The log may be a new one by now.
    guard ticket.start == start else { return }
    let number = ticket.number
    waiting -= 1
    entries[number].answer = Answer(
      duration: start.duration(to: .now) - entries[number].start, status: answer.status,
      size: answer.body.count, redirect: answer.value(of: "location"),
      cookiesSet: answer.headers.count { $0.name.lowercased() == "set-cookie" })
  }
}
