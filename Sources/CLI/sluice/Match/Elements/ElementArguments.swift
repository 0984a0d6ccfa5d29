/// The arguments of `sluice match` about elements. At most one of them is set.
struct ElementArguments: Sendable {
  /// A selector.
  var selector: String?
  /// An element as HTML.
  var element: String?
  /// A file with a page.
  var html: String?

  var count: Int { [selector, element, html].count { $0 != nil } }
}
