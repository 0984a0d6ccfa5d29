import Foundation
import Platform

/// The memory of the machine.
enum SystemMemory {
  /// Whether so many bytes can be had without others having to make room. Where the system does not say, yes.
  @Sendable static func hasRoom(for bytes: Int) -> Bool {
    guard let available else { return true }
    return available >= bytes
  }

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
}
