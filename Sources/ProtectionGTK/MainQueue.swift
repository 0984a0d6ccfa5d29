#if os(Linux)
  import Platform

  /// Swift's main actor in a program whose main thread runs GLib's main loop.
  @MainActor public enum MainQueue {
    private typealias Handle = @convention(c) () -> Int32
    private typealias Drain = @convention(c) (GPointer?) -> Void
    private typealias Watch = @convention(c) (Int32, Int32, GPointer?) -> Int32
    private typealias AddWatch = @convention(c) (Int32, Int32, Watch, GPointer?) -> UInt32

    private static var drain: Drain?

    /// Lets GLib's main loop run what the main actor has to do, as the run loop of Foundation does. Call it on the main
    /// thread before the loop runs; once is enough.
    /// - Returns: whether that can be done: Dispatch and GLib have to be there as libraries.
    @discardableResult public static func attachToGLib() -> Bool {
      guard drain == nil else { return true }
      guard let dispatch = DynamicLibrary(firstOf: ["libdispatch.so"]),
        let glib = DynamicLibrary(firstOf: ["libglib-2.0.so.0"]),
        let handle: Handle = dispatch.function("_dispatch_get_main_queue_handle_4CF"),
        let drain: Drain = dispatch.function("_dispatch_main_queue_callback_4CF"),
        let add: AddWatch = glib.function("g_unix_fd_add")
      else { return false }
      self.drain = drain
      // Readable: 1.
      _ = add(
        handle(), 1, { descriptor, _, _ in MainActor.assumeIsolated { MainQueue.run(descriptor) } }, nil)
      // What was there before it was watched.
      drain(nil)
      return true
    }

    private static func run(_ descriptor: Int32) -> Int32 {
      // The count of wake-ups, eight bytes.
      _ = try? FileDescriptor(number: descriptor).readSome(atMost: 8)
      drain?(nil)
      return 1
    }
  }
#endif
