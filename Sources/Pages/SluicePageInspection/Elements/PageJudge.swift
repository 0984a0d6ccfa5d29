import SluiceAnalysis
import SluiceRules

/// Evaluates pages one after the other with the same filter lists, and reuses prepared data.
public struct PageJudge: Sendable {
  /// The judge for requests, which lists at most `filterLimit` filters per rule.
  var loads: RequestJudge
  /// The judge for documents, which lists all filters.
  var documents: RequestJudge
  /// Created for the first document, because recorded pages have no documents.
  lazy var selectors = HidingSelectors(documents.lists)
  var origins = HidingOrigins()

  /// The filter lists.
  public var lists: Blocklists { documents.lists }

  /// Creates a judge that lists at most `filterLimit` filters per rule of a request.
  public init(_ lists: Blocklists, _ suffixes: PublicSuffixList, filterLimit: Int = .max) {
    loads = RequestJudge(lists, suffixes, filterLimit: filterLimit)
    documents = RequestJudge(lists, suffixes)
  }
}
