#if os(Linux)
  import SluiceSystem
  import SluiceWebKitGTK

  /// The queue of Swift's main actor, in a program whose main thread runs GLib's main loop.
  @frozen @MainActor public enum MainQueue {
    private typealias Handle = @convention(c) () -> Int32
    private typealias Drain = @convention(c) (Pointer?) -> Void
    private typealias Watch = @convention(c) (Int32, Int32, Pointer?) -> Int32
    private typealias AddWatch = @convention(c) (Int32, Int32, Watch, Pointer?) -> UInt32

    private static var drain: Drain?

    /// Makes GLib's main loop run the main actor's work, as Foundation's run loop does. Call it once on the
    /// main thread, before the loop runs.
    ///
    /// - Returns: Whether it succeeded. Dispatch and GLib must be available as libraries.
    @discardableResult public static func attachToGLib() -> Bool {
      guard drain == nil else { return true }
      guard let dispatch = try? DynamicLibrary(firstOf: ["libdispatch.so"]),
        let glib = try? DynamicLibrary(firstOf: ["libglib-2.0.so.0"]),
        let handle: Handle = dispatch.function("_dispatch_get_main_queue_handle_4CF"),
        let drain: Drain = dispatch.function("_dispatch_main_queue_callback_4CF"),
        let add: AddWatch = glib.function("g_unix_fd_add")
      else { return false }
      self.drain = drain
      // 1 is `G_IO_IN`: the descriptor is readable.
      _ = add(
        handle(), 1, { descriptor, _, _ in MainActor.assumeIsolated { MainQueue.run(descriptor) } }, nil)
      // Runs the work that was queued before.
      drain(nil)
      return true
    }

    private static func run(_ descriptor: Int32) -> Int32 {
      // Resets the wake-up counter, which has eight bytes.
      _ = try? OpenFile(number: descriptor).readSome(atMost: 8)
      drain?(nil)
      return 1
    }
  }
#endif
