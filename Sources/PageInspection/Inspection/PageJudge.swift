import ContentBlocker

/// Judges pages by lists, one after the other: what is made ready for the first is there for the next.
public struct PageJudge: Sendable {
  /// For loads.
  var loads: RequestJudge
  /// For documents, of which all filters are asked for.
  var documents: RequestJudge
  /// Made when the first document is met: a recorded page has none.
  lazy var selectors = HidingSelectors(documents.lists)
  var origins = HidingOrigins()

  /// The lists.
  public var lists: Blocklists { documents.lists }

  /// A judge who names at most `filterLimit` filters of each rule of a load.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList, filterLimit: Int = .max) {
    loads = RequestJudge(lists, suffixes, filterLimit: filterLimit)
    documents = RequestJudge(lists, suffixes)
  }
}
