import SluiceTrackers

/// Tracker requests that the script in the page's own world blocks, because no WebKit rule can express them.
public struct BlockedPageRequests: Sendable {
  private let rules: [(request: PageRequest, rules: [TrackerPageRule])]

  /// Creates the rules for the requests that the tracker data blocks but that WebKit rules cannot. Returns nil if rules
  /// can block all of them.
  ///
  /// - Parameter radar: The tracker data with all its exceptions.
  public init?(_ radar: TrackerRadar) {
    let blockedRequests = radar.unsupportedRules()
    rules = PageRequest.allCases.compactMap { request in blockedRequests[request].map { (request, $0) } }
    if rules.isEmpty { return nil }
  }

  /// The number of distinct regexes that block requests.
  public var count: Int {
    Set(rules.flatMap(\.rules).filter { $0.action == .block }.map(\.address)).count
  }

  /// Returns the data for `Page/block-requests.js`.
  func javaScript() -> [UInt8] {
    var output = Array("{ __proto__: null".utf8)
    for (request, rules) in rules {
      output += ",\n\(request.rawValue): ".utf8
      output += TrackerPageRule.javaScript(rules) { $0 == .block ? "block" : "" }
    }
    output += " }".utf8
    return output
  }
}
