#if canImport(WebKit)
  import Foundation

  /// The main run loop, on which WebKit works while something is waited for. To be used from the main thread.
  package enum AppleRunLoop {
    /// How often it is looked at what is waited for, in seconds.
    private static let interval = 0.01

    /// Runs until something is so; false when the time is over before.
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
