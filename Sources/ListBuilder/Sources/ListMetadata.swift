import FilterSyntax
import Foundation

/// What a list says of itself in its first lines.
public struct ListMetadata: Hashable, Sendable {
  /// `! Title:`
  public private(set) var title: String?
  /// `! Version:`
  public private(set) var version: String?
  /// `! Homepage:`
  public private(set) var homepage: String?
  /// `! Licence:` or `! License:`
  public private(set) var licence: String?
  /// `! Expires:`, from one hour to fourteen days.
  public private(set) var expires: Duration?
  /// `! Redirect:`, where the list has moved to.
  public private(set) var redirect: String?
  /// `! Checksum:`
  public private(set) var checksum: String?

  /// The metadata of a list.
  public init(of bytes: [UInt8]) {
    var end = 0
    for _ in 0..<50 where end < bytes.count {
      end = bytes[end...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
    }
    let start = FilterList.content(of: bytes).lowerBound
    guard start < end else { return }
    for line in FilterList.parseLines(of: bytes, in: start..<end) {
      guard case .metadata(let metadata) = line.content else { continue }
      let value = String(decoding: bytes[metadata.value.indices], as: UTF8.self)
      switch String(decoding: bytes[metadata.key.indices], as: UTF8.self).lowercased() {
      case "title": title = title ?? value
      case "version": version = version ?? value
      case "homepage": homepage = homepage ?? value
      case "licence", "license": licence = licence ?? value
      case "expires": expires = expires ?? Self.duration(value)
      case "redirect": redirect = redirect ?? value
      case "checksum": checksum = checksum ?? value
      default: break
      }
    }
  }

  /// `4 days (update frequency)`, `12 hours`, or a bare number of days.
  static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0 else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let hours = unit.hasPrefix("h") ? number : number > 1000 ? 24_000 : number * 24
    return .seconds(3600 * min(max(hours, 1), 14 * 24))
  }

  /// Whether the checksum that the list states, if it states one, is its own: the MD5 of the list without
  /// that line, without carriage returns, and with runs of line ends as one.
  public func hasRightChecksum(_ bytes: [UInt8]) -> Bool {
    guard let checksum else { return true }
    var content: [UInt8] = []
    content.reserveCapacity(bytes.count)
    var isFound = false
    for line in bytes[FilterList.content(of: bytes)].split(separator: 0x0a, omittingEmptySubsequences: false)
    {
      let line = line.filter { $0 != 0x0d }
      if !isFound, line.starts(with: "!".utf8),
        String(decoding: line.prefix(64), as: UTF8.self).lowercased().contains("checksum:")
      {
        isFound = true
        continue
      }
      if line.isEmpty, content.last == 0x0a || content.isEmpty { continue }
      content += line
      content.append(0x0a)
    }
    // The last line had an end only if the list did.
    if bytes.last != 0x0a, content.last == 0x0a { content.removeLast() }
    let digest = Data(MD5.digest(of: content)).base64EncodedString()
    return digest.filter { $0 != "=" } == checksum.filter { $0 != "=" }
  }
}
