import SluiceC

/// A thread that nobody waits for. Foundation's `Thread` does the same.
package final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs a closure on a new thread. Returns false if the system allows no more threads.
  @discardableResult package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let thread = Unmanaged.passRetained(DetachedThread(body))
    var id = noThread
    let result = pthread_create(
      &id, &attributes,
      {
        DetachedThread.run($0)
        return nil
      }, thread.toOpaque())
    guard result == 0 else {
      thread.release()
      return false
    }
    return true
  }

  /// Runs on the new thread, which takes over the reference.
  private static func run(_ thread: UnsafeMutableRawPointer?) {
    guard let thread else { return }
    Unmanaged<DetachedThread>.fromOpaque(thread).takeRetainedValue().body()
  }
}
