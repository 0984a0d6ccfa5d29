/// The position of cookie blocks among the rules.
///
/// Only exceptions to cookie blocks and exceptions for whole pages may override cookie blocks:
///
/// - Without exceptions to cookie blocks, the cookie blocks follow all other exceptions, which only override
///   rules before them.
/// - An exception to cookie blocks would also override the blocks before it. If there are any, they precede
///   all blocks, together with the cookie blocks. Other exceptions then override cookie blocks, so that more
///   cookies are sent, but never fewer.
struct CookieOrder {
  /// Whether there are exceptions to cookie blocks.
  let haveExceptions: Bool
  /// Whether no rule removes the cookies of page loads. An exception to these rules would also override
  /// blocks of pages.
  let leavesPages: Bool
  /// The filters whose rules do less than the filters mean.
  let approximated: Set<FilterLocation>

  init(_ network: NetworkRules) {
    let blocks = [NetworkSection.cookieBlocks, .importantCookieBlocks]
    haveExceptions = network.hasCookieExceptions && blocks.contains { !network.isEmpty($0) }
    let hasURLBlock = network.pageExceptions.contains { $0.scopes.contains(.urlblock) }
    leavesPages = network.hasCookieExceptions || hasURLBlock
    let lifting: [NetworkSection] = [.exceptions, .importantExceptions, .blocksWithOwnExceptions]
    let areLifted =
      haveExceptions
      && (lifting.contains { !network.isEmpty($0) }
        || network.pageExceptions.contains { $0.scopes.contains(.genericblock) })
    var approximated: Set<FilterLocation> = []
    if areLifted { for section in blocks { approximated.formUnion(network.locations(of: section)) } }
    if leavesPages { approximated.formUnion(network.locations(of: .pageCookieBlocks)) }
    self.approximated = approximated
  }

  /// The sections for requests of pages, in the order in which one overrides those before it.
  var sections: [NetworkSection] {
    haveExceptions
      ? [.cookieBlocks, .cookieExceptions, .importantCookieBlocks, .importantCookieExceptions]
      : [.cookieBlocks, .importantCookieBlocks]
  }

  /// Returns whether a section contains exceptions.
  func isException(_ section: NetworkSection) -> Bool {
    section == .cookieExceptions || section == .importantCookieExceptions
  }
}
