/// The domains of a rule list's conditions, and which of them hold on a page.
///
/// WebKit makes of a domain a pattern, `[a-z][a-z+.-]*:\/\/host[:/]`, and looks for it without regard to case
/// and anywhere in the URL of the page, so that `https://a.example/?u=https://b.example/` is a page of
/// `b.example` too (measured). This finds what that pattern finds, and of anchored domains what
/// ``URLFilter/page(_:)`` does.
struct PageHosts: Sendable {
  private var table = HostTable()

  /// The number of a domain that is found anywhere in the page's URL, or as its host only.
  mutating func number(_ domain: Domain, isAnchored: Bool) -> Int32 {
    Int32(
      truncatingIfNeeded: 4 * table.insert(domain.host.span) + (isAnchored ? 2 : 0)
        + (domain.includesSubdomains ? 1 : 0))
  }

  /// One more than the largest number of a domain.
  var numberCount: Int { 4 * table.count }

  /// The numbers of the domains that hold on a page, in order; `url` is in lower case.
  func holding(_ url: Span<UInt8>) -> [Int32] {
    var numbers: [Int32] = []
    var index = 0
    var schemeHasLetter = false
    while index < url.count {
      let byte = url[index]
      index += 1
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): schemeHasLetter = true
      case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "-"): break
      case UInt8(ascii: ":")
      where schemeHasLetter && url.byte(index) == UInt8(ascii: "/")
        && url.byte(index + 1) == UInt8(ascii: "/"):
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
        // Before its dot, `[^/]+\.` wants something.
        if start != authority + 1 { numbers.append(exact + 1) }
      }
    }
    numbers.sort()
    return numbers
  }
}

extension Span<UInt8> {
  /// Where the authority begins to a pattern that starts with `^[^:]+://`; nil when there is none.
  var authorityOfWholeURL: Int? {
    var colon = 0
    while colon < count, self[colon] != UInt8(ascii: ":") { colon += 1 }
    let isFollowed = byte(colon + 1) == UInt8(ascii: "/") && byte(colon + 2) == UInt8(ascii: "/")
    return colon > 0 && isFollowed ? colon + 3 : nil
  }
}
