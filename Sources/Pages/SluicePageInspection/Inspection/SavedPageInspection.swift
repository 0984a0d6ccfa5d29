import SluiceRules
import SluiceTrackers

/// The effects of filter lists on a saved page: on the requests of its documents, and on their elements.
public struct SavedPageInspection: Sendable {
  /// The effects on requests.
  public let inspection: PageInspection
  /// The effects on the elements of the page's document and of the saved documents of frames.
  public let documents: [InspectedDocument]

  /// Evaluates a page.
  ///
  /// - Parameters:
  ///   - saved: The requests of the page.
  ///   - judge: The judge with the filter lists.
  ///   - trackers: The Tracker Radar data with the owners of hosts, or `nil` to omit owners.
  public init(_ saved: SavedLoads, _ judge: inout PageJudge, trackers: TrackerData? = nil) {
    inspection = PageInspection(
      saved.loads, of: [saved.page.address], left: saved.left, &judge, trackers: trackers)
    documents = saved.documents.map { InspectedDocument($0, &judge) }
  }
}

/// The effects of filter lists on the elements of a document.
public struct InspectedDocument: Sendable {
  /// The document.
  public let document: SavedDocument
  /// The effects on the document's elements.
  public let answer: ElementAnswer

  /// Evaluates a document.
  public init(_ document: SavedDocument, _ judge: inout PageJudge) {
    self.document = document
    answer = ElementAnswer(
      .page(document.matcher, text: document.text), document.description, &judge)
  }

  /// The URL of a frame's document, or `nil` for the page.
  public var frame: [UInt8]? { document.description.kind == .document ? nil : document.description.url }
}
