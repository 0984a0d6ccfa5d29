import Foundation
import SluiceConversion
import SluiceLists
import SluiceSyntax
import SluiceText

/// A check of the metadata in the first lines of a list.
struct HeaderCheck {
  /// The current date; nil to skip checks of the list's age.
  let today: Date?

  /// The maximum age of a list in days.
  private static let maximumAge = 366

  func check(_ source: Int, _ list: FilterList, bytes original: [UInt8], _ found: inout FindingCollector) {
    let bytes = list.bytes.span
    var first: FilterPlace?
    var place = ByteRange(0, 0)
    var isList = false
    var keys: Set<String> = []
    // Only the first fifty lines can be metadata, and the header comes before them.
    for (index, line) in list.lines.prefix(50).enumerated() {
      let location = FilterPlace(source: source, lineIndex: index)
      switch line.content {
      case .header:
        isList = true
        if first == nil { (first, place) = (location, line.range) }
      case .metadata(let metadata):
        let key = bytes.text(metadata.key).lowercased()
        if key == "title" {
          isList = true
          if first == nil { (first, place) = (location, line.range) }
        }
        if keys.insert(key).inserted { check(key, metadata, at: location, bytes, &found) }
        if key == "checksum", found.isOn(.wrongChecksum),
          !ListMetadata(parsing: original).hasRightChecksum(original)
        {
          found.add(.wrongChecksum, at: location, metadata.value)
        }
      case .blank, .comment, .directive, .hint, .network, .cosmetic, .hosts, .continuation, .rejected: break
      }
    }
    guard isList, let first else { return }
    for key in ["Title", "Expires"] where !keys.contains(key.lowercased()) {
      found.add(.missingHeader, at: first, place, .words(key))
    }
  }

  private func check(
    _ key: String, _ metadata: Metadata, at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    let value = bytes.text(metadata.value)
    switch key {
    case "expires":
      if ListMetadata.duration(value) == nil {
        found.add(.wrongHeader, at: location, metadata.value, .words("Expires"))
      }
    case "homepage": Self.checkURL(value, of: "Homepage", metadata, at: location, &found)
    case "redirect": Self.checkURL(value, of: "Redirect", metadata, at: location, &found)
    case "last modified":
      guard let today, let date = Self.date(value) else { return }
      // A year can have any number of digits, which could overflow.
      let days = Int(max(-1e9, min(today.timeIntervalSince(date) / 86_400, 1e9)))
      if days > Self.maximumAge {
        found.add(.staleHeader, at: location, metadata.value, .words("\(days) days"))
      }
    case _: break
    }
  }

  private static func checkURL(
    _ value: String, of name: String, _ metadata: Metadata, at location: FilterPlace,
    _ found: inout FindingCollector
  ) {
    guard !value.hasPrefix("http://"), !value.hasPrefix("https://") else { return }
    found.add(.wrongHeader, at: location, metadata.value, .words(name))
  }

  /// Parses the day from `21 Nov 2026 05:51 UTC`, `2026-11-21T05:51:06.000Z` or `2026-11-21`.
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    for (format, words) in [("yyyy-MM-dd", 1), ("d MMM yyyy", 3)] {
      formatter.dateFormat = format
      let start = text.split(whereSeparator: { $0 == " " || $0 == "T" }).prefix(words).joined(separator: " ")
      if let date = formatter.date(from: start) { return date }
    }
    return nil
  }
}
