import Foundation
import SluiceConversion
import SluiceSystem
import SluiceText

#if os(iOS)
  import os
#endif

/// Options of a ``Protection``.
public struct ProtectionOptions: Sendable {
  /// The maximum time that the first pages wait for the first lists, which WebKit compiles at about 3 MB of JSON
  /// per second. If nil, they wait until each list is active or cannot be.
  public var firstPageBound: Duration? = .seconds(10)
  /// The delay between the last change of unprotected sites and the compilation of lists with exceptions for
  /// them. If nil, such lists are never compiled, and lists are only switched per page.
  public var exceptionDelay: Duration? = .seconds(5)
  /// Returns whether the given number of bytes of memory is available. It is asked for 20 bytes for each byte
  /// of JSON in the next file to compile. Replacements of active lists wait until the memory is available.
  public var hasMemory: @Sendable (Int) -> Bool = SystemMemory.hasRoom
  /// Whether lists without an active version also wait for memory. On iOS, they do: otherwise, the system
  /// could end the app at each start.
  public var firstListsNeedMemory = SystemMemory.endsProcesses
  /// The delay between two checks of the memory.
  public var memoryDelay = Duration.seconds(60)
  /// Whether scripts report requests that seem to be blocked. `Protection.statistics(for:)` returns the
  /// counts.
  public var countsBlocked = false
  /// Whether the counts per site are stored and available after the next start. If false, stored counts are
  /// removed.
  public var keepsCounts = false
  /// The delay between a report and the storing of the counts.
  public var countsDelay = Duration.seconds(30)

  /// Creates options for a browser.
  public init() {}
}

enum SystemMemory {
  /// Returns whether this many bytes are available without pressure on other processes. Returns true if the
  /// system does not report the available memory.
  @Sendable static func hasRoom(for bytes: Int) -> Bool { watch.hasRoom(for: bytes) }

  /// Whether the system ends processes that use too much memory. If so, nothing is compiled without enough
  /// memory.
  static var endsProcesses: Bool {
    #if os(iOS)
      true
    #else
      false
    #endif
  }

  private static let watch = MemoryWatch(now: { .now }, available: { available })

  #if os(iOS)
    /// The number of bytes that this process may still allocate.
    private static var available: Int? {
      // 0 means no limit, as in the simulator.
      let bytes = os_proc_available_memory()
      return bytes > 0 ? bytes : nil
    }
  #else
    /// The available memory, as Linux reports it.
    private static var available: Int? {
      guard let text = try? OpenFile.open("/proc/meminfo") else { return nil }
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

/// A monitor of available memory. Memory is available if the system reports enough of it and has not sent a
/// memory warning recently.
///
/// All properties are sendable except the source, which is not used after it starts.
final class MemoryWatch: @unchecked Sendable {
  private let now: @Sendable () -> ContinuousClock.Instant
  private let available: @Sendable () -> Int?
  private let warned = Locked<ContinuousClock.Instant?>(nil)
  #if canImport(Darwin)
    private let source: any DispatchSourceMemoryPressure
  #endif

  /// How long a warning remains in effect.
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
