import SluiceSyntax

/// A note that applies to many filters and is reported once per conversion; the raw value is the stable ID.
///
/// A diagnostic for each of these filters would bury all others. The outcome of the filters does not change.
@nonexhaustive public enum ConversionNote: String, CaseIterable, Hashable, Sendable {
  /// Filters distinguish images, frames or other requests from the requests of `object` and `embed` elements.
  case objectLoads = "object-loads"
  /// WebKit compares filters with the top-level page instead of the document that makes the request.
  case framesOfOtherSites = "frames-of-other-sites"
  /// A user name in a document's URL can claim to be a site, for filters that hide on that site.
  case userNamesInURLs = "user-names-in-urls"

  /// The stable ID.
  public var id: String { rawValue }

  /// Returns the definition of the note. `filters` states the number of affected filters.
  public func definition(about filters: String = "") -> ReasonDefinition {
    switch self {
    case .objectLoads:
      .init(
        "WebKit treats requests of <object> and <embed> as images and frames, newer versions also as 'other': this affects \(filters)",
        meaning:
          "WebKit has no resource type for plugins. It treats requests of `object` and `embed` elements as images and"
          + " frames, and from WebKitGTK 2.52 on such frames are `other` too. A filter on images, frames or `other` acts on"
          + " these requests too; a filter on all other types does not. Modern pages rarely have such elements, so"
          + " these filters count as converted.",
        example: "||ads.example^$image")
    case .framesOfOtherSites:
      .init(
        "in frames of other sites WebKit compares the top page, not the frame: this affects \(filters)",
        meaning:
          "WebKit compares domains, parties and excluded sites with the top page. Filters mean the document that makes the"
          + " request or has the element. Outside of frames both are the same. In a frame of another site the filter acts as"
          + " on the page around it. These filters count as converted.",
        example: "||ads.example^$domain=news.example",
        instead: "use `--domain-scope frame` for the domains of network filters")
    case .userNamesInURLs:
      .init(
        "a user name in the URL of a page can claim to be a site, and elements are hidden as on that site: this affects \(filters)",
        meaning:
          "Rules that hide elements on a site match the URL of a document up to the end of the host. A page with the URL"
          + " `https://news.example:x@other.example/` therefore hides what filters for news.example hide, on that page only."
          + " Matching the end of the user name and port, too, would take a fifth more time to compile. These filters count"
          + " as converted.",
        example: "news.example##.ad")
    }
  }
}
