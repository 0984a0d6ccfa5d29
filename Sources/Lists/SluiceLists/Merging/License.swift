/// A license, for deciding whether two works may be combined into one.
public struct License: Hashable, Sendable {
  /// The license as the input states it, or the known license of its kind.
  public var text: String

  /// Creates a license from its text.
  public init(_ text: String) { self.text = text }

  /// The license of DuckDuckGo's blocklists.
  static let trackerRadar = License("CC BY-NC-SA 4.0")

  /// Whether the license forbids commercial use.
  var isNonCommercial: Bool {
    let text = text.lowercased()
    return text.contains("-nc") || text.contains("noncommercial") || text.contains("non-commercial")
  }

  /// Whether a work that includes this one must be under the GPL, which does not allow that restriction.
  ///
  /// EasyList names its licenses, the GPL and CC BY-SA, by the URL of a page.
  var isGPL: Bool {
    let text = text.lowercased()
    return text.contains("gpl") || text.contains("general public license")
      || text.contains("easylist.to/pages/licence")
  }

  /// Returns whether the licenses forbid combining the two works.
  static func conflict(_ a: License?, _ b: License?) -> Bool {
    guard let a, let b else { return false }
    return a.isNonCommercial && b.isGPL || a.isGPL && b.isNonCommercial
  }
}
