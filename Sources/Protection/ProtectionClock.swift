import Foundation

/// What time it is, and waiting.
public struct ProtectionClock: Sendable {
  /// The time of day, which people can set back.
  public var now: @Sendable () -> Date
  /// Waits. What waits may be cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// A clock.
  public init(
    now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  /// The machine's.
  public static let system = ProtectionClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
