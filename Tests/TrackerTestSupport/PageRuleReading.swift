import Foundation
import SluiceTrackers

/// A plain interpretation of the rules for pages, as documented.
package enum PageRuleReading {
  /// Returns the action for a request on a page.
  package static func action(
    for url: String, page: String, rules: [TrackerPageRule]
  ) -> TrackerPageRule.Action {
    guard let parts = URLComponents(string: url), let host = parts.encodedHost?.lowercased(),
      let site = URLComponents(string: page)?.encodedHost?.lowercased()
    else { return .nothing }
    let rule = rules.first { rule in
      guard
        rule.hosts.isEmpty || rule.hosts.contains(where: { TrackerReference.isHost(host, within: $0.text) })
      else { return false }
      return isFound(rule.address, on: rule.hosts, in: parts, url) && holds(rule.pages, on: site)
    }
    return rule?.action ?? .nothing
  }

  private static func isFound(
    _ address: TrackerPageRule.Address, on hosts: [[UInt8]], in parts: URLComponents, _ url: String
  ) -> Bool {
    func isFound(_ regex: String, in text: String, isCaseSensitive: Bool = false) -> Bool {
      let options: String.CompareOptions =
        isCaseSensitive ? .regularExpression : [.regularExpression, .caseInsensitive]
      return text.range(of: regex, options: options) != nil
    }
    switch address {
    case .any: return true
    case .urlFilter(let filter, let isCaseSensitive):
      return isFound(filter.description, in: url, isCaseSensitive: isCaseSensitive)
    case .regex(let regex, let host):
      var plain = parts
      plain.port = nil
      plain.fragment = nil
      if let host {
        guard hosts.contains(where: { $0.text == parts.encodedHost?.lowercased() }) else { return false }
        plain.host = host.text
      }
      return isFound(regex.text, in: plain.string ?? "")
    }
  }

  private static func holds(_ pages: TrackerPageRule.Pages, on site: String) -> Bool {
    if pages.exact.contains(where: { $0.text == site }) { return true }
    let named = pages.included.map { ($0.text, true) } + pages.excluded.map { ($0.text, false) }
    let nearest = named.filter { TrackerReference.isHost(site, within: $0.0) }.max { $0.0.count < $1.0.count }
    return nearest?.1 ?? pages.holdsElsewhere
  }
}

extension TrackerDecision {
  /// The action of pages for this decision.
  package var action: TrackerPageRule.Action {
    if case .surrogate(let name) = verdict { .surrogate(name) } else { .nothing }
  }
}
