import Conversion
import Foundation
import Platform

#if os(iOS)
  import os
#endif

/// The memory that this process may still use.
enum SystemMemory {
  /// Whether so many bytes can be had without others having to make room. Where the system does not say, yes.
  @Sendable static func hasRoom(for bytes: Int) -> Bool { watch.hasRoom(for: bytes) }

  /// Whether the system ends a process that uses too much memory: then nothing is compiled that has no room.
  static var endsProcesses: Bool {
    #if os(iOS)
      true
    #else
      false
    #endif
  }

  private static let watch = MemoryWatch(now: { .now }, available: { available })

  #if os(iOS)
    /// What the system lets this process use beyond what it uses.
    private static var available: Int? {
      // 0 says that there is no limit, as in the simulator.
      let bytes = os_proc_available_memory()
      return bytes > 0 ? bytes : nil
    }
  #else
    /// What Linux calls available.
    private static var available: Int? {
      guard let text = try? FileDescriptor.open("/proc/meminfo") else { return nil }
      defer { try? text.close() }
      guard let bytes = try? text.readToEnd(expecting: 0, atMost: 1 << 16) else { return nil }
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first == "MemAvailable:", words.count > 1 { return Int(words[1]).map { $0 * 1024 } }
      }
      return nil
    }
  #endif
}

/// Whether memory can be had: as the system says, and not for some time after it has warned.
///
/// All of it is sendable but the source, which nobody touches once it runs.
final class MemoryWatch: @unchecked Sendable {
  private let now: @Sendable () -> ContinuousClock.Instant
  private let available: @Sendable () -> Int?
  private let warned = Locked<ContinuousClock.Instant?>(nil)
  #if canImport(Darwin)
    private let source: any DispatchSourceMemoryPressure
  #endif

  /// How long a warning holds.
  static let patience = Duration.seconds(60)

  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant, available: @escaping @Sendable () -> Int?
  ) {
    (self.now, self.available) = (now, available)
    #if canImport(Darwin)
      source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: nil)
      source.setEventHandler { [weak self] in self?.warn() }
      source.resume()
    #endif
  }

  /// The system wants memory back.
  func warn() {
    let now = now()
    warned.withLock { $0 = now }
  }

  func hasRoom(for bytes: Int) -> Bool {
    let now = now()
    let isWarned = warned.withLock { $0.map { now - $0 < Self.patience } ?? false }
    return !isWarned && available().map { $0 >= bytes } ?? true
  }
}
