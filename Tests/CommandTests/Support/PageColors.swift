import Foundation
import Testing

/// The colors of pages, and their contrast.
enum PageColors {
  /// Returns the custom properties of the first block, `--name: #rrggbb`, as red, green and blue from 0 to 1.
  static func properties(_ css: Substring) throws -> [String: [Double]] {
    var colors: [String: [Double]] = [:]
    for match in css.prefix(while: { $0 != "}" }).matches(of: /--([A-Za-z]+): (#[0-9a-f]{6})/) {
      colors[String(match.1)] = try channels(String(match.2))
    }
    return colors
  }

  static func channels(_ color: String) throws -> [Double] {
    let number = try #require(Int(color.dropFirst(), radix: 16))
    return [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
  }

  static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    func luminance(_ color: [Double]) -> Double {
      let linear = color.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
