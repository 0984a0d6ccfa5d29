import Foundation

/// A clock with a time of day and a way to wait.
public struct ProtectionClock: Sendable {
  /// The time of day. Users can set it back.
  public var now: @Sendable () -> Date
  /// Waits. The waiting task can be cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  /// The system clock.
  public static let system = ProtectionClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
