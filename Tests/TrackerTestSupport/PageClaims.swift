import TrackerRadar

/// URLs of pages that name another site, of which rules say something, in their query or fragment: WebKit finds
/// the value of `if-domain` there too.
package struct PageClaims {
  private let hosts: [String]

  package init(_ data: TrackerData, _ exceptions: TrackerExceptions) {
    let sites = exceptions.temporary + exceptions.contentBlocking + exceptions.userSites
    let allowed = exceptions.allowlist.flatMap(\.rules).flatMap { $0.domains ?? [] }
    hosts = (sites + allowed + data.entities.flatMap(\.domains)).map(\.text)
  }

  /// The page of a request with such additions to its URL; none for the load of the page itself.
  package func pages(of made: TrackerRequests.Made, _ number: Int) -> [String] {
    guard !hosts.isEmpty, made.type != "document" else { return [] }
    // A step that shares no factor with the counts of real lists.
    let host = hosts[number &* 7_919 % hosts.count]
    let page = made.page.hasSuffix("/") || made.page.contains("?") ? made.page : made.page + "/"
    let joined = page + (page.contains("?") ? "&" : "?")
    return ["\(joined)u=https://\(host)/", "\(page)#https://\(host)/", "\(joined)x=http://a.\(host):80"]
  }
}
