/// A blocking rule of a tracker that WebKit rules cannot fully implement for a host.
struct UnsupportedTrackerRule: Hashable {
  /// The number of the tracker.
  let tracker: Int
  /// The index of the rule among the tracker's rules in the file.
  let rule: Int
  let host: RequestedHost
  let extent: Extent

  /// The requests that WebKit rules do not block.
  enum Extent {
    /// All requests, because WebKit does not support the regex.
    case everything
    /// Beacons and pings.
    case beacons
  }

  func concerns(_ request: PageRequest) -> Bool {
    switch (extent, request) {
    case (.everything, _), (.beacons, .beacon): true
    case (.beacons, .xmlhttprequest): false
    }
  }
}
