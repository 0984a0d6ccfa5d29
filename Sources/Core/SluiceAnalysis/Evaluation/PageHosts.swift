/// The domains in the conditions of a rule list, with a search for the domains that match a page.
///
/// WebKit turns a domain into the pattern `[a-z][a-z+.-]*:\/\/host[:/]` and searches for it
/// case-insensitively anywhere in the page URL. `https://a.example/?u=https://b.example/` therefore also
/// counts as a page of `b.example` (measured). The search gives the same results. For anchored domains, it
/// gives the results of `URLFilter.page(_:)`.
struct PageHosts: Sendable {
  private var table = HostTable()

  /// Returns the number of a domain. An anchored domain is searched for only in the host of the page, any
  /// other in the whole page URL.
  mutating func number(_ domain: Domain, isAnchored: Bool) -> Int32 {
    Int32(
      truncatingIfNeeded: 4 * table.insert(domain.host.span) + (isAnchored ? 2 : 0)
        + (domain.includesSubdomains ? 1 : 0))
  }

  /// An upper bound for the numbers of domains: every number is less than this.
  var numberCount: Int { 4 * table.count }

  /// Returns the numbers of the domains that match a page, in ascending order. `url` must be in lowercase.
  func holding(_ url: Span<UInt8>) -> [Int32] {
    var numbers: [Int32] = []
    var index = 0
    var schemeHasLetter = false
    while index < url.count {
      let byte = url[index]
      index += 1
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): schemeHasLetter = true
      case ASCII.plus, ASCII.dot, ASCII.dash: break
      case ASCII.colon
      where schemeHasLetter && url.byte(index) == ASCII.slash
        && url.byte(index + 1) == ASCII.slash:
        schemeHasLetter = false
        let authority = index + 2
        table.forEachName(in: url, authority: authority) { number, start in
          let exact = Int32(truncatingIfNeeded: 4 * number)
          if start == authority { numbers.append(exact) }
          numbers.append(exact + 1)
        }
      default: schemeHasLetter = false
      }
    }
    if let authority = url.authorityOfWholeURL {
      table.forEachHostName(in: url, authority: authority) { number, start in
        let exact = Int32(truncatingIfNeeded: 4 * number + 2)
        if start == authority { numbers.append(exact) }
        // In the pattern, `[^/]+\.` requires text before the dot.
        if start != authority + 1 { numbers.append(exact + 1) }
      }
    }
    numbers.sort()
    return numbers
  }
}

extension Span<UInt8> {
  /// The start of the authority, if the URL matches `^[^:]+://`; otherwise nil.
  var authorityOfWholeURL: Int? {
    var colon = 0
    while colon < count, self[colon] != ASCII.colon { colon += 1 }
    let isFollowed = byte(colon + 1) == ASCII.slash && byte(colon + 2) == ASCII.slash
    return colon > 0 && isFollowed ? colon + 3 : nil
  }
}
