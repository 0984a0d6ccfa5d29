import SluiceSyntax
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The metadata in the first lines of a list.
package struct ListMetadata: Hashable, Sendable {
  /// `! Title:`
  package private(set) var title: String?
  /// `! Description:`
  package private(set) var description: String?
  /// `! Version:`
  package private(set) var version: String?
  /// `! Homepage:`
  package private(set) var homepage: String?
  /// `! License:`, or `! Licence:` as many lists spell it.
  package private(set) var license: String?
  /// `! Expires:`, from one hour to fourteen days.
  package private(set) var expires: Duration?
  /// `! Redirect:`, the new location of the list.
  package private(set) var redirect: String?
  /// `! Checksum:`
  package private(set) var checksum: String?
  /// The location of the checksum's value; nil if the value spans several lines.
  package private(set) var checksumPlace: ByteRange?
  /// The byte range of the checksum line, with continuation lines.
  private var checksumLine = 0..<0

  /// Reads the metadata of a list.
  package init(parsing list: some InputBytes & ~Escapable) {
    let list = FilterList(parsingHeadOf: list.inputArray())
    for line in list.lines {
      guard case .metadata(let metadata) = line.content else { continue }
      let value = String(decoding: list.bytes[metadata.value.indices], as: UTF8.self)
      switch String(decoding: list.bytes[metadata.key.indices], as: UTF8.self).lowercased() {
      case "title": title = title ?? value
      case "description": description = description ?? value
      case "version": version = version ?? value
      case "homepage": homepage = homepage ?? value
      case "license", "licence": license = license ?? value
      case "expires": expires = expires ?? ExpiryText.duration(value)
      case "redirect": redirect = redirect ?? value
      case "checksum":
        guard checksum == nil else { continue }
        checksum = value
        if list.place(of: metadata.value) == metadata.value { checksumPlace = metadata.value }
        checksumLine = list.place(of: line.range).indices
      default: break
      }
    }
  }

  /// The keys that have a meaning, in lower case.
  package static let keys: Set<String> = [
    "title", "description", "version", "homepage", "license", "licence", "expires", "redirect", "checksum",
    "last modified", "diff-path", "diff-name", "diff-expires",
  ]

  /// Returns whether the list's checksum is correct; true if the list states no checksum.
  ///
  /// The checksum is the MD5 of the list without the checksum line and carriage returns. Runs of line ends
  /// count as one.
  package func hasRightChecksum(_ bytes: [UInt8]) -> Bool {
    guard let checksum else { return true }
    return rightChecksum(bytes) == checksum.filter { $0 != "=" }
  }

  /// Returns the correct checksum of the list with this metadata.
  package func rightChecksum(_ bytes: [UInt8]) -> String {
    Data(MD5.digest(of: checkedContent(bytes))).base64EncodedString().filter { $0 != "=" }
  }

  private func checkedContent(_ bytes: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(bytes.count)
    var start = FilterList.content(of: Array(bytes.prefix(3))).lowerBound
    while start < bytes.count {
      // The last line can lack a line end.
      let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
      defer { start = end + 1 }
      // Skips the checksum line and its continuation lines.
      if end > checksumLine.lowerBound, start < checksumLine.upperBound { continue }
      for byte in bytes[start..<end] where byte != 0x0d { content.append(byte) }
      if end < bytes.count, let last = content.last, last != 0x0a { content.append(0x0a) }
    }
    return content
  }
}

/// The time after which readers of a list fetch it again, as lists write it: `4 days`, `12 hours`.
package enum ExpiryText {
  /// Returns a duration in the form that ``duration(_:)`` parses.
  package static func words(_ duration: Duration) -> String {
    let hours = duration.components.seconds / 3600
    let (number, unit) = hours % 24 == 0 ? (hours / 24, "day") : (hours, "hour")
    return number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
  }

  /// Parses a duration and limits it to one hour up to fourteen days.
  ///
  /// Examples are `4 days (update frequency)`, `12 hours`, `30 minutes`, `1 week`, or a bare number of days.
  package static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number > 0 else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }.lowercased()
    let word = unit.prefix { $0.isLetter }
    let seconds = number * Double(secondsOfUnit(word))
    return .seconds(Int64(min(max(seconds, 3600), 14 * 24 * 3600)))
  }

  /// Returns the seconds in a unit, given its full, plural or short name. Any other word means days.
  private static func secondsOfUnit(_ word: Substring) -> Int {
    switch word {
    case "s", "sec", "secs", "second", "seconds": 1
    case "m", "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "w", "wk", "wks", "week", "weeks": 7 * 24 * 3600
    case "mo", "month", "months", "y", "yr", "year", "years": 30 * 24 * 3600
    default: 24 * 3600
    }
  }
}
