import SluiceC

/// The signal that has arrived. The handler sets it and can do little else, so it is an integer with static
/// initialization.
private nonisolated(unsafe) var pendingSignal: Int32 = 0

/// The number of objects that defer signals, and the previous actions of the signals. Guarded by the lock.
private nonisolated(unsafe) var holders = 0
private nonisolated(unsafe) var previous: [(number: Int32, action: sigaction)] = []
private let holdersLock = ThreadLock()

/// Defers the signals that end the process while temporary files exist.
///
/// The handler only records the signal. ``OpenFile/write(_:)`` then throws, error handling removes the
/// temporary files, and ``release()`` delivers the signal. Without temporary files there is nothing to clean
/// up, and signals keep their usual effect. If several objects defer signals at once, the last one that ends
/// delivers them.
package struct DeferredSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private var isHolding = true

  /// Whether a signal has arrived.
  package static var isPending: Bool { pendingSignal != 0 }

  /// Whether the process ignores a signal, as it does after `nohup`.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    return sigaction(number, nil, &action) == 0 && action.isIgnoring
  }

  /// Starts to defer signals. A signal that the process ignores (`nohup`) remains ignored.
  package init() {
    holdersLock.lock()
    defer { holdersLock.unlock() }
    holders += 1
    guard holders == 1 else { return }
    // Without SA_RESTART, so that waiting calls, such as for the reader of a FIFO, end with EINTR.
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

  /// Stops deferring, and delivers a signal that has arrived.
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
  /// Whether the signal is ignored. Compares addresses, because `SIG_IGN` is not a function.
  var isIgnoring: Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// A lock for code that handles signals, where the lock of a value is not enough.
final class ThreadLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }

  func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
