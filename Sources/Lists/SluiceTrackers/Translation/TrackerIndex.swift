import SluiceConversion

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

  /// Returns the number of trackers above this one.
  func depth(of number: Int) -> Int { depths[number] }

  /// Returns the number of the nearest tracker at or above the host.
  func tracker(of host: [UInt8]) -> Int? {
    HostNames.nearest(host) { numbers[$0] }
  }
}
