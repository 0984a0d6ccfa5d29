/// The position of cookie blocks among the rules.
///
/// Only exceptions to cookie blocks and exceptions for whole pages may override cookie blocks. There are two
/// cases:
///
/// - If there are no exceptions to cookie blocks, the cookie blocks follow all other exceptions, because
///   these override only rules before them.
/// - An exception to cookie blocks also overrides all other blocks before it. If there are exceptions of this
///   kind, they come first in the list, together with the cookie blocks. Other exceptions then override the
///   cookie blocks too, so WebKit sends more cookies than the filters specify, but never fewer.
///
/// Important blocks that apply on excepted pages must follow the exceptions for these pages, and exceptions to
/// these blocks must follow the blocks. The cookie blocks precede all of them, and the exceptions to important
/// blocks override them too.
struct CookieOrder {
  /// Whether there are exceptions to cookie blocks.
  let haveExceptions: Bool
  /// Whether page loads keep their cookies. An exception to a rule that removes them would also override
  /// blocks of pages.
  let leavesPages: Bool
  /// The filters whose rules have less effect than the filters specify.
  let approximated: Set<FilterPlace>

  /// - Parameter hasBlocksOnExceptedPages: Whether important blocks apply on excepted pages.
  init(_ network: NetworkRules, hasBlocksOnExceptedPages: Bool) {
    let blocks = [NetworkSection.cookieBlocks, .importantCookieBlocks]
    haveExceptions = network.hasCookieExceptions && blocks.contains { !network.isEmpty($0) }
    let hasURLBlock = network.pageExceptions.contains { $0.scopes.contains(.urlblock) }
    leavesPages = network.hasCookieExceptions || hasURLBlock
    let overriding: [NetworkSection] = [.exceptions, .importantExceptions, .blocksWithOwnExceptions]
    let areOverridden =
      haveExceptions
      && (overriding.contains { !network.isEmpty($0) }
        || network.pageExceptions.contains { $0.scopes.contains(.genericblock) })
    var approximated: Set<FilterPlace> = []
    let areOverriddenByImportant = hasBlocksOnExceptedPages && !network.isEmpty(.importantExceptions)
    if areOverridden || areOverriddenByImportant {
      for section in blocks { approximated.formUnion(network.locations(of: section)) }
    }
    if leavesPages { approximated.formUnion(network.locations(of: .pageCookieBlocks)) }
    self.approximated = approximated
  }

  /// The sections for requests of pages, in list order: each one can override those before it.
  var sections: [NetworkSection] {
    haveExceptions
      ? [.cookieBlocks, .cookieExceptions, .importantCookieBlocks, .importantCookieExceptions]
      : [.cookieBlocks, .importantCookieBlocks]
  }

  func isException(_ section: NetworkSection) -> Bool {
    section == .cookieExceptions || section == .importantCookieExceptions
  }
}
