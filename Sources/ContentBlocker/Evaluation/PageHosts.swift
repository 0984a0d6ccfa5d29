/// The domains of a rule list's conditions, and which of them hold on a page.
///
/// WebKit makes of a domain a pattern, `[a-z][a-z+.-]*:\/\/host[:/]`, and looks for it without regard to case
/// and anywhere in the URL of the page, so that `https://a.example/?u=https://b.example/` is a page of
/// `b.example` too (measured). This finds what that pattern finds.
struct PageHosts: Sendable {
  private var table = HostTable()

  /// The number of a domain.
  mutating func number(_ domain: Domain) -> Int32 {
    Int32(truncatingIfNeeded: 2 * table.insert(domain.host.span) + (domain.includesSubdomains ? 1 : 0))
  }

  /// One more than the largest number of a domain.
  var numberCount: Int { 2 * table.count }

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
          let exact = Int32(truncatingIfNeeded: 2 * number)
          if start == authority { numbers.append(exact) }
          numbers.append(exact + 1)
        }
      default: schemeHasLetter = false
      }
    }
    numbers.sort()
    return numbers
  }
}
