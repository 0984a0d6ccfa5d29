#if os(Linux)
  /// GLib's main loop, which runs while something is waited for.
  struct MainLoop {
    let library: BrowserLibrary

    init(_ library: BrowserLibrary) {
      self.library = library
      // What is waited for is looked at this often, in milliseconds.
      _ = library.addTimer(10, { _ in 1 }, nil)
    }

    /// Runs until something is so; false when the time is over before.
    func run(until isDone: () -> Bool, atMost duration: Duration) -> Bool {
      let end = ContinuousClock.now + duration
      while !isDone() {
        if ContinuousClock.now >= end { return false }
        _ = library.iterate(nil, 1)
      }
      return true
    }

    /// What an asynchronous function of WebKit answers, on the main loop.
    final class Answer {
      /// What takes the result, while it is there.
      private let take: (Pointer?, Pointer?) -> Void
      private(set) var isThere = false

      init(_ take: @escaping (_ source: Pointer?, _ result: Pointer?) -> Void) { self.take = take }

      /// To be given to WebKit with ``data``.
      static let ready: BrowserLibrary.Ready = { source, result, data in
        guard let data else { return }
        let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
        answer.take(source, result)
        answer.isThere = true
      }

      /// Keeps this alive until WebKit has answered, however long that takes.
      var data: Pointer { Unmanaged.passRetained(self).toOpaque() }
    }
  }
#endif
