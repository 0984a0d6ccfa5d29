/// The image that a browser takes of several, in a window of 1,280 pixels with one dot each.
enum ImageCandidates {
  private static let windowWidth = 1280.0

  /// The URL that is taken; nil where there is none.
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
    // The first of those that are as dense, or else the densest.
    let enough = candidates.filter { $0.density >= 1 }
    let best = enough.map(\.density).min() ?? candidates.map(\.density).max()
    return candidates.first { $0.density == best }?.url
  }

  private enum Descriptor { case density(Double), width(Double) }

  private static func parse(_ set: [UInt8]) -> [(url: [UInt8], descriptor: Descriptor)] {
    var candidates: [(url: [UInt8], descriptor: Descriptor)] = []
    var rest = set[...]
    while true {
      rest = rest.drop { $0.isSpaceOfHTML || $0 == UInt8(ascii: ",") }
      var url = rest.prefix { !$0.isSpaceOfHTML }
      guard !url.isEmpty else { return candidates }
      rest = rest[url.endIndex...]
      guard url.last != UInt8(ascii: ",") else {
        while url.last == UInt8(ascii: ",") { url.removeLast() }
        candidates.append((Array(url), .density(1)))
        continue
      }
      let descriptors = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[descriptors.endIndex...]
      if let descriptor = descriptor(descriptors) { candidates.append((Array(url), descriptor)) }
    }
  }

  /// Of a candidate without one, the image has a dot for each pixel; nil for what makes a candidate none.
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

  /// How wide the image is shown, by the last of the sizes, which has no condition.
  private static func width(_ sizes: [UInt8]?) -> Double {
    let last = (sizes ?? []).split(separator: UInt8(ascii: ",")).last ?? []
    let text = String(decoding: last.filter { !$0.isSpaceOfHTML }, as: UTF8.self).lowercased()
    guard let number = Double(text.dropLast(2)), number.isFinite, number > 0 else { return windowWidth }
    return text.hasSuffix("px") ? number : text.hasSuffix("vw") ? windowWidth * number / 100 : windowWidth
  }

  /// Whether a condition on the window holds: none, or widths of it. Of others nobody knows, and they are taken not to.
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
  /// What separates words in attributes.
  var isSpaceOfHTML: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
