#if os(Linux)
  /// GLib's main loop, which must run while the program waits for a result.
  package struct MainLoop {
    let library: WebKitLibrary

    package init(_ library: WebKitLibrary) {
      self.library = library
      // The polling interval in milliseconds.
      _ = library.addTimer(10, { _ in 1 }, nil)
    }

    /// Runs until a condition is true. Returns `false` on timeout.
    package func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      let end = ContinuousClock.now + duration
      while !isDone() {
        if ContinuousClock.now >= end { return false }
        _ = library.iterate(nil, 1)
      }
      return true
    }

    /// The result of an asynchronous WebKit function, delivered on the main loop.
    package final class Answer {
      /// The closure that receives the source object and the result.
      private let take: (Pointer?, Pointer?) -> Void
      package private(set) var isThere = false

      package init(_ take: @escaping (_ source: Pointer?, _ result: Pointer?) -> Void) { self.take = take }

      /// The callback for WebKit, to be passed together with ``data``.
      package static let ready: CFunction.Ready = { source, result, data in
        guard let data else { return }
        let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
        answer.take(source, result)
        answer.isThere = true
      }

      /// The user data for WebKit, which keeps this object alive until the callback.
      package var data: Pointer { Unmanaged.passRetained(self).toOpaque() }
    }
  }
#endif
