import FilterSyntax

/// What is said once for a whole conversion, because it holds for so many filters that a diagnostic for each
/// would hide all others; the raw value is the stable id. These filters count as what they are otherwise.
public enum ConversionNote: String, CaseIterable, Hashable, Sendable {
  /// Filters tell images or frames from objects.
  case objectLoads = "object-loads"

  /// The stable id.
  public var id: String { rawValue }

  /// What is said of it; `filters` says for how many it holds.
  public func definition(about filters: String = "") -> ReasonDefinition {
    switch self {
    case .objectLoads:
      .init(
        "what <object> and <embed> load are images and frames to WebKit: this concerns \(filters)",
        meaning:
          "WebKit has no type for plugins: what `object` and `embed` elements load are images and documents of"
          + " frames. A filter on images or frames acts on these loads too, one on all but images or frames does"
          + " not. Pages of today hardly have such elements, so these filters count as exact.",
        example: "||ads.example^$image")
    }
  }
}
