import Foundation
import TrackerRadar

/// A plain reading of the rules for surrogates, as their documentation has it.
package enum SurrogateReading {
  /// The surrogate that runs for a script on a page; nil for none.
  package static func surrogate(of url: String, page: String, rules: [SurrogateRule]) -> String? {
    guard let parts = URLComponents(string: url), let host = parts.encodedHost?.lowercased(),
      let site = URLComponents(string: page)?.encodedHost?.lowercased()
    else { return nil }
    let rule = rules.first { rule in
      guard
        rule.hosts.isEmpty || rule.hosts.contains(where: { TrackerReference.isHost(host, within: $0.text) })
      else { return false }
      return isFound(rule, in: url) && holds(rule.pages, on: site)
    }
    return rule?.surrogate
  }

  private static func isFound(_ rule: SurrogateRule, in url: String) -> Bool {
    guard let filter = rule.urlFilter else { return true }
    return url.range(of: filter.description, options: [.regularExpression, .caseInsensitive]) != nil
  }

  private static func holds(_ pages: SurrogateRule.Pages, on site: String) -> Bool {
    if pages.exact.contains(where: { $0.text == site }) { return true }
    let named = pages.included.map { ($0.text, true) } + pages.excluded.map { ($0.text, false) }
    let nearest = named.filter { TrackerReference.isHost(site, within: $0.0) }.max { $0.0.count < $1.0.count }
    return nearest?.1 ?? pages.holdsElsewhere
  }
}

extension TrackerDecision {
  /// The surrogate that answers; nil for none.
  package var surrogate: String? {
    if case .surrogate(let name) = verdict { name } else { nil }
  }
}
