import JSON
import TrackerRadar

/// Requests of trackers that the page's own world keeps from being made, since no rule of WebKit's can block them.
public struct PageGaps: Sendable {
  private let rules: [(request: PageRequest, rules: [TrackerPageRule])]

  /// What the data blocks and its rules do not; nil where there is nothing.
  ///
  /// - Parameter radar: The data, with all exceptions to it.
  public init?(_ radar: TrackerRadar) {
    let gaps = radar.gapRules()
    rules = PageRequest.allCases.compactMap { request in gaps[request].map { (request, $0) } }
    if rules.isEmpty { return nil }
  }

  /// How many regexes there are that a request is kept back for.
  public var count: Int {
    Set(rules.flatMap(\.rules).filter { $0.deed == .block }.map(\.address)).count
  }

  /// The data of `Page/gaps.js`.
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
