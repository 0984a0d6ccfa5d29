import CLibrary
import Foundation

/// Set by the handler, which may do little else: a plain integer, initialised without code.
private nonisolated(unsafe) var pendingSignal: Int32 = 0

/// What holds back signals, and what they did before. Guarded by the lock.
private nonisolated(unsafe) var holders = 0
private nonisolated(unsafe) var previous: [(number: Int32, action: sigaction)] = []
private let holdersLock = NSLock()

/// Holds back the signals that end the process while temporary files exist.
///
/// The handler only notes the signal. ``FileDescriptor/write(_:)`` stops when one is noted, the temporary
/// files are removed on the ordinary path of an error, and ``release()`` delivers it. Without temporary
/// files there is nothing to clean up and the signals keep their usual effect. Of several that hold back at
/// once the last to end delivers.
package struct DeferredSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private var isHolding = true

  /// Whether a signal has come.
  package static var isPending: Bool { pendingSignal != 0 }

  /// Begins to hold back. A signal that the process ignores (`nohup`) stays ignored.
  package init() {
    holdersLock.lock()
    defer { holdersLock.unlock() }
    holders += 1
    guard holders == 1 else { return }
    // Without SA_RESTART: a call that waits, for the reader of a FIFO, ends with EINTR.
    var noting = sigaction()
    noting.handler = { pendingSignal = $0 }
    for number in Self.numbers {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0, !action.isIgnoring,
        sigaction(number, &noting, nil) == 0
      else { continue }
      previous.append((number, action))
    }
  }

  /// Ends holding back and delivers the signal that has come.
  package mutating func release() {
    guard isHolding else { return }
    isHolding = false
    holdersLock.lock()
    holders -= 1
    guard holders == 0 else { return holdersLock.unlock() }
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
    }
    previous = []
    let number = pendingSignal
    pendingSignal = 0
    holdersLock.unlock()
    if number != 0 { raise(number) }
  }
}

extension sigaction {
  /// A handler is compared by its address: `SIG_IGN` is no function.
  var isIgnoring: Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
