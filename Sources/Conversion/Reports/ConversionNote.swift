import FilterSyntax

/// What is said once for a whole conversion, because it holds for so many filters that a diagnostic for each
/// would hide all others; the raw value is the stable id. These filters count as what they are otherwise.
public enum ConversionNote: String, CaseIterable, Hashable, Sendable {
  /// Filters tell images, frames or other requests from objects.
  case objectLoads = "object-loads"

  /// The stable id.
  public var id: String { rawValue }

  /// What is said of it; `filters` says for how many it holds.
  public func definition(about filters: String = "") -> ReasonDefinition {
    switch self {
    case .objectLoads:
      .init(
        "what <object> and <embed> load are images and frames to WebKit, and 'other' to new ones: this concerns \(filters)",
        meaning:
          "WebKit has no type for plugins: what `object` and `embed` elements load are images and documents of"
          + " frames, and from WebKitGTK 2.52 on such a document is `other` too. A filter on images, frames or `other`"
          + " acts on these loads too, one on all but images, frames or `other` does not. Pages of today hardly have"
          + " such elements, so these filters count as exact.",
        example: "||ads.example^$image")
    }
  }
}
