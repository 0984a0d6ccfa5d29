/// Selects the image that a browser loads from several candidates, in a window 1,280 pixels wide with a
/// device pixel ratio of 1.
enum ImageCandidates {
  private static let windowWidth = 1280.0

  /// Returns the URL of the selected image, or `nil` if there are no candidates.
  static func pick(source: [UInt8]?, set: [UInt8]?, sizes: [UInt8]?) -> [UInt8]? {
    let width = self.width(sizes)
    var candidates: [(url: [UInt8], density: Double)] = []
    var hasWidths = false
    for candidate in parse(set ?? []) {
      switch candidate.descriptor {
      case .density(let density): candidates.append((candidate.url, density))
      case .width(let pixels):
        hasWidths = true
        candidates.append((candidate.url, pixels / width))
      }
    }
    if let source, !source.isEmpty, !hasWidths { candidates.append((source, 1)) }
    // The first candidate with the lowest density of at least 1, or else with the highest density.
    let enough = candidates.filter { $0.density >= 1 }
    let best = enough.map(\.density).min() ?? candidates.map(\.density).max()
    return candidates.first { $0.density == best }?.url
  }

  private enum Descriptor { case density(Double), width(Double) }

  private static func parse(_ set: [UInt8]) -> [(url: [UInt8], descriptor: Descriptor)] {
    var candidates: [(url: [UInt8], descriptor: Descriptor)] = []
    var rest = set[...]
    while true {
      rest = rest.drop { $0.isSpaceOfHTML || $0 == ASCII.comma }
      var url = rest.prefix { !$0.isSpaceOfHTML }
      guard !url.isEmpty else { return candidates }
      rest = rest[url.endIndex...]
      guard url.last != ASCII.comma else {
        while url.last == ASCII.comma { url.removeLast() }
        candidates.append((Array(url), .density(1)))
        continue
      }
      let descriptors = rest.prefix { $0 != ASCII.comma }
      rest = rest[descriptors.endIndex...]
      if let descriptor = descriptor(descriptors) { candidates.append((Array(url), descriptor)) }
    }
  }

  /// Returns the descriptor of a candidate, or `nil` if it is invalid. The default density is 1.
  private static func descriptor(_ text: ArraySlice<UInt8>) -> Descriptor? {
    var result = Descriptor.density(1)
    for word in text.split(whereSeparator: \.isSpaceOfHTML) {
      guard let number = Double(String(decoding: word.dropLast(), as: UTF8.self)), number.isFinite, number > 0
      else { return nil }
      switch word.last {
      case UInt8(ascii: "x"): result = .density(number)
      case UInt8(ascii: "w"): result = .width(number)
      case UInt8(ascii: "h"): break
      default: return nil
      }
    }
    return result
  }

  /// Returns the width of the image from the last size, which has no condition.
  private static func width(_ sizes: [UInt8]?) -> Double {
    let last = (sizes ?? []).split(separator: ASCII.comma).last ?? []
    let text = String(decoding: last.filter { !$0.isSpaceOfHTML }, as: UTF8.self).lowercased()
    guard let number = Double(text.dropLast(2)), number.isFinite, number > 0 else { return windowWidth }
    return text.hasSuffix("px") ? number : text.hasSuffix("vw") ? windowWidth * number / 100 : windowWidth
  }

  /// Returns whether a media condition holds: an empty one, or one on the width of the window. All others
  /// count as false.
  static func holds(_ media: [UInt8]?) -> Bool {
    let text = String(decoding: media ?? [], as: UTF8.self).lowercased()
    let alternatives = text.split(separator: ",")
    guard !alternatives.isEmpty else { return true }
    return alternatives.contains { alternative in
      alternative.split(separator: " and ").allSatisfy { part in
        let part = part.filter { $0 != " " && $0 != "(" && $0 != ")" && !$0.isNewline && $0 != "\t" }
        if ["all", "screen", "onlyscreen", "onlyall"].contains(part) { return true }
        guard part.hasSuffix("px"), let colon = part.firstIndex(of: ":"),
          let number = Double(part[part.index(after: colon)...].dropLast(2))
        else { return false }
        return part.hasPrefix("min-width:")
          ? windowWidth >= number : part.hasPrefix("max-width:") && windowWidth <= number
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte is HTML whitespace.
  var isSpaceOfHTML: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
