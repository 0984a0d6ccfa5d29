#if canImport(WebKit)
  import Foundation

  /// The main run loop, which WebKit needs while the program waits for a result. Use it from the main thread.
  package enum AppleRunLoop {
    /// The polling interval in seconds.
    private static let interval = 0.01

    /// Runs until a condition is true. Returns `false` on timeout.
    package static func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      let end = ContinuousClock.now + duration
      while !isDone() {
        if ContinuousClock.now >= end { return false }
        _ = CFRunLoopRunInMode(.defaultMode, interval, false)
      }
      return true
    }
  }
#endif
