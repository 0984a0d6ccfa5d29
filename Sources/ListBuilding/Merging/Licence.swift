/// What a licence means for putting two works into one.
public struct Licence: Hashable, Sendable {
  /// As the input says it, or as it is known of files of its kind.
  public var text: String

  /// A licence.
  public init(_ text: String) { self.text = text }

  /// Of DuckDuckGo's blocklists.
  static let trackerRadar = Licence("CC BY-NC-SA 4.0")

  /// Whether commercial use is forbidden.
  var isNonCommercial: Bool {
    let text = text.lowercased()
    return text.contains("-nc") || text.contains("noncommercial") || text.contains("non-commercial")
  }

  /// Whether the whole must be under the GPL, which allows no such restriction. EasyList names its licences,
  /// the GPL and CC BY-SA, by the address of a page.
  var isGPL: Bool {
    let text = text.lowercased()
    return text.contains("gpl") || text.contains("general public license")
      || text.contains("easylist.to/pages/licence")
  }

  /// Whether two works of these licences may not become one.
  static func conflict(_ a: Licence?, _ b: Licence?) -> Bool {
    guard let a, let b else { return false }
    return a.isNonCommercial && b.isGPL || a.isGPL && b.isNonCommercial
  }
}
