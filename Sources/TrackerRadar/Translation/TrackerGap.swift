/// A rule of a tracker that blocks, and of which no rule for WebKit blocks all on a host.
struct TrackerGap: Hashable {
  /// The number of the tracker.
  let tracker: Int
  /// Which of the tracker's rules it is in the file.
  let rule: Int
  let host: RequestedHost
  let extent: Extent

  /// What is missing.
  enum Extent {
    /// All that the rule blocks, since its regex is none for WebKit.
    case everything
    /// What the rule calls beacons or pings.
    case beacons
  }

  func concerns(_ request: PageRequest) -> Bool {
    switch (extent, request) {
    case (.everything, _), (.beacons, .beacon): true
    case (.beacons, .xmlhttprequest): false
    }
  }
}
