/// Where the rules stand that take cookies off requests.
///
/// Only exceptions to cookies and those for whole pages may lift them. Without exceptions to cookies they stand
/// behind all other exceptions to requests, which lift nothing behind them. But an exception to cookies would lift
/// the blocks before it too, so where there are some, both stand before all blocks. There the other exceptions lift
/// them: more cookies are left, never fewer.
struct CookieOrder {
  /// Whether there are exceptions to what takes cookies off the loads of pages.
  let haveExceptions: Bool
  /// Whether the loads of pages themselves keep their cookies: what is an exception there would lift blocks too.
  let leavesPages: Bool
  /// The filters that do less than they mean.
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

  /// The sections of the rules for what pages load, in the order in which one lifts those before it.
  var sections: [NetworkSection] {
    haveExceptions
      ? [.cookieBlocks, .cookieExceptions, .importantCookieBlocks, .importantCookieExceptions]
      : [.cookieBlocks, .importantCookieBlocks]
  }

  /// Whether a section has exceptions.
  func isException(_ section: NetworkSection) -> Bool {
    section == .cookieExceptions || section == .importantCookieExceptions
  }
}
