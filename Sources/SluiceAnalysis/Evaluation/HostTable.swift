import SluiceRules
import SluiceText

/// Assigns numbers to host names, and finds all names that are suffixes of a host in one backward pass.
///
/// The hash of a name is computed from its last byte to its first. At each dot of a host, the pass has
/// therefore already computed the hash of the text after the dot.
struct HostTable: Sendable {
  private var names = ByteTable()

  var count: Int { names.count }

  mutating func insert(_ name: Span<UInt8>) -> Int {
    var hash = ByteHash()
    for offset in 0..<name.count { hash.add(name[name.count - 1 - offset]) }
    return names.insert(name, hash: hash)
  }

  /// Calls `body` with each name that ends the authority of a URL, before a `:` or the `/`.
  ///
  /// These are the matches of WebKit's patterns for domains and of `||host^`. A name starts at the authority
  /// or after a dot in it. A `:` or `/` follows the name.
  ///
  /// - Parameters:
  ///   - start: the start of the authority.
  ///   - body: a closure that takes the number of the name and its start.
  func forEachName(
    in url: Span<UInt8>, authority start: Int, _ body: (_ number: Int, _ start: Int) -> Void
  ) {
    var end = start
    var from = start
    while end < url.count {
      let byte = url[end]
      if byte == ASCII.colon || byte == ASCII.slash {
        scan(url, in: from..<end, authority: start, body: body)
        if byte == ASCII.slash { return }
        from = end + 1
      }
      end += 1
    }
  }

  /// Calls `body` with each name that is a suffix of the host of a URL, without its port.
  ///
  /// These are the matches of `URLFilter.page(_:)`. A name starts at the authority or after a dot in it.
  ///
  /// - Parameters:
  ///   - start: the start of the authority.
  ///   - body: a closure that takes the number of the name and its start.
  func forEachHostName(
    in url: Span<UInt8>, authority start: Int, _ body: (_ number: Int, _ start: Int) -> Void
  ) {
    var end = url.endOfRun(from: start, to: url.count) { $0 != ASCII.slash }
    guard end < url.count else { return }
    var port = end
    while port > start, url[port - 1].isDigit { port -= 1 }
    if port < end, port > start, url[port - 1] == ASCII.colon { end = port - 1 }
    scan(url, in: start..<end, authority: start, body: body)
  }

  private func scan(
    _ url: Span<UInt8>, in range: Range<Int>, authority: Int, body: (Int, Int) -> Void
  ) {
    var hash = ByteHash()
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      hash.add(url[index])
      guard index == authority || url[index - 1] == ASCII.dot else { continue }
      if let number = names.number(of: url.extracting(index..<range.upperBound), hash) { body(number, index) }
    }
  }
}

/// The rules of all keys, stored in one array.
struct Postings: Sendable {
  private var starts: [Int32] = [0]
  private var rules: [Int32] = []

  /// Creates the array from pairs of a key and a rule. All keys are below `keyCount`.
  init(_ pairs: [(key: Int, rule: Int)], keyCount: Int) {
    starts = Array(repeating: 0, count: keyCount + 1)
    for pair in pairs { starts[pair.key + 1] += 1 }
    for key in 0..<keyCount { starts[key + 1] += starts[key] }
    rules = Array(repeating: 0, count: pairs.count)
    var next = starts
    for pair in pairs {
      rules[Int(next[pair.key])] = Int32(truncatingIfNeeded: pair.rule)
      next[pair.key] += 1
    }
  }

  subscript(_ key: Int) -> ArraySlice<Int32> { rules[Int(starts[key])..<Int(starts[key + 1])] }
}

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

/// The domains of a condition on the page. The condition is either a condition by domain, or one by URL with
/// the patterns of `URLFilter.page(_:)`.
struct PageDomains {
  let domains: [Domain]
  let isNegated: Bool
  /// Whether only the host of the page can match. WebKit searches for the domains of `if-domain` anywhere in
  /// the page URL.
  let isAnchored: Bool
}

extension Condition {
  /// The domains, if the condition depends only on the domain of the page; otherwise nil.
  var pageDomains: PageDomains? {
    switch self {
    case .ifDomain(let domains), .unlessDomain(let domains):
      PageDomains(domains: domains.elements, isNegated: isNegated, isAnchored: false)
    case .ifTopURL(let filters), .unlessTopURL(let filters): PageDomains(filters, isNegated: isNegated)
    case .ifFrameURL, .unlessFrameURL: nil
    }
  }
}

extension PageDomains {
  fileprivate init?(_ filters: NonEmpty<URLFilter>, isNegated: Bool) {
    var domains: [Domain] = []
    domains.reserveCapacity(filters.elements.count)
    for filter in filters.elements {
      guard let domain = filter.pageDomain else { return nil }
      domains.append(domain)
    }
    self.init(domains: domains, isNegated: isNegated, isAnchored: true)
  }
}
