import ContentBlocker
import Conversion
import PageScript

/// What the scripts for pages would do of filter lists: those of `sluice convert --page-script`.
public struct ScriptedFilters: Sendable {
  /// A filter that is done in a page.
  public struct Deed: Equatable, Sendable {
    /// The filter.
    public let filter: PlacedFilter
    /// What is done.
    public let kind: PageDeed.Kind
  }

  /// The lines of the filters that they do.
  public var lines: Set<FilterLine> { lookUp.lines }

  private let sources: [ParsedSource]
  private let lookUp: PageLookUp

  /// The filters of lists that were converted with these options, and what became of them.
  public init(_ sources: [ParsedSource], _ report: ConversionReport, _ options: ConversionOptions) {
    self.sources = sources
    // Whoever names a list on the command line has not said that it is to be trusted.
    let lists = sources.map { PageScript.List($0, options: options) }
    lookUp = PageLookUp(DeferredFilters(sources, report, options: options), of: lists)
  }

  /// What is done in the document that is loaded; nothing where none is.
  public func deeds(_ description: RequestDescription) -> [Deed] {
    guard let page = Self.page(description) else { return [] }
    return lookUp.deeds(on: page).compactMap { deed in
      PlacedFilter(deed.line, in: sources).map { Deed(filter: $0, kind: deed.kind) }
    }
  }

  private static func page(_ description: RequestDescription) -> ScriptedPage? {
    switch description.kind {
    case .document, .popup: ScriptedPage(url: description.url)
    case .subdocument:
      ScriptedPage(
        url: description.url, ancestors: (description.frame.map { [$0] } ?? []) + [description.page])
    case .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object,
      .other:
      nil
    }
  }
}
