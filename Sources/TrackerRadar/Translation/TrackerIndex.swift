import Conversion

/// Finds the tracker of a host.
struct TrackerIndex: Sendable {
  private var numbers: [[UInt8]: Int] = [:]
  private var depths: [Int] = []

  init(_ trackers: [Tracker]) {
    for (number, tracker) in trackers.enumerated() { numbers[tracker.domain] = number }
    depths = trackers.map { tracker in
      HostNames.parents(of: tracker.domain).count { numbers[$0] != nil }
    }
  }

  /// How many trackers are above this one.
  func depth(of number: Int) -> Int { depths[number] }

  /// The number of the nearest tracker that is the host or above it.
  func tracker(of host: [UInt8]) -> Int? {
    if let number = numbers[host] { return number }
    for parent in HostNames.parents(of: host) {
      if let number = numbers[parent] { return number }
    }
    return nil
  }
}
