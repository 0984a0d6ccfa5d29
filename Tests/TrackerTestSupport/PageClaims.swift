import SluiceTrackers

/// Page URLs that contain another site with rules in their query or fragment, where WebKit also finds the
/// value of `if-domain`.
package struct PageClaims {
  private let hosts: [String]

  package init(_ data: TrackerData, _ exceptions: TrackerExceptions) {
    let sites = exceptions.temporary + exceptions.contentBlocking + exceptions.userSites
    let allowed = exceptions.allowlist.flatMap(\.rules).flatMap { $0.domains ?? [] }
    hosts = (sites + allowed + data.entities.flatMap(\.domains)).map(\.text)
  }

  /// Returns the page of a request with such an addition to its URL, which depends on the number.
  ///
  /// The result is nil for the request of the page itself.
  package func page(of made: TrackerRequests.Made, _ number: Int) -> String? {
    guard !hosts.isEmpty, made.type != "document" else { return nil }
    // The step has no common factor with the counts of real lists.
    let host = hosts[number &* 7_919 % hosts.count]
    let page = made.page.hasSuffix("/") || made.page.contains("?") ? made.page : made.page + "/"
    let joined = page + (page.contains("?") ? "&" : "?")
    switch number % 3 {
    case 0: return "\(joined)u=https://\(host)/"
    case 1: return "\(page)#https://\(host)/"
    default: return "\(joined)x=http://a.\(host):80"
    }
  }
}
