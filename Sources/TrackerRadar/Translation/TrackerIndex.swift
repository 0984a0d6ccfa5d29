import Conversion

/// Finds the tracker of a host.
struct TrackerIndex: Sendable {
  private var numbers: [HostKey: Int] = [:]
  private var depths: [Int] = []

  init(_ trackers: [Tracker]) {
    for (number, tracker) in trackers.enumerated() { numbers[HostKey(tracker.domain)] = number }
    depths = trackers.map { tracker in
      HostNames.parents(of: tracker.domain).count { numbers[HostKey($0)] != nil }
    }
  }

  /// How many trackers are above this one.
  func depth(of number: Int) -> Int { depths[number] }

  /// The number of the nearest tracker that is the host or above it.
  func tracker(of host: [UInt8]) -> Int? {
    HostNames.nearest(host) { numbers[$0] }
  }
}
