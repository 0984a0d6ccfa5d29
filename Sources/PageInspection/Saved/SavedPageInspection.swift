import ContentBlocker
import TrackerRadar

/// What lists do with a saved page: with what its documents ask for, and with their elements.
public struct SavedPageInspection: Sendable {
  /// Of the loads.
  public let inspection: PageInspection
  /// Of the elements of each document: the page's, and those of frames that were saved.
  public let documents: [InspectedDocument]

  /// Judges a page.
  ///
  /// - Parameters:
  ///   - saved: What the page loads.
  ///   - judge: With the lists.
  ///   - trackers: Tracker Radar's data, by which owners are named; nil for no owners.
  public init(_ saved: SavedLoads, _ judge: inout PageJudge, trackers: TrackerData? = nil) {
    inspection = PageInspection(
      saved.loads, of: [saved.page.address], left: saved.left, &judge, trackers: trackers)
    documents = saved.documents.map { InspectedDocument($0, &judge) }
  }
}

/// What lists do with the elements of a document.
public struct InspectedDocument: Sendable {
  /// The document.
  public let document: SavedDocument
  /// What they do.
  public let answer: ElementAnswer

  /// Judges a document.
  public init(_ document: SavedDocument, _ judge: inout PageJudge) {
    self.document = document
    answer = ElementAnswer(
      .page(document.matcher, text: document.text), document.description, &judge)
  }

  /// The URL of a frame's document; nil for the page.
  public var frame: [UInt8]? { document.description.kind == .document ? nil : document.description.url }
}
