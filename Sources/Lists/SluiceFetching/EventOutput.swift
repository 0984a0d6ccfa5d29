import Foundation
import SluiceConversion
import SluiceLists

/// Writes events from any thread, one per line.
final class EventOutput: Sendable {
  private let lock = Locked(())

  func write(_ event: FetchEvent) {
    guard let line = try? JSONEncoder().encode(event) else { return }
    lock.withLock { _ in
      try? FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8))
    }
  }
}
