#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceLists
import SluiceSystem

extension ReportContent {
  /// The start tag of the data in a page. No text of a page can contain it, because `<` is escaped.
  static let dataStart = #"<script type="application/json" id="sluice-report">"#

  /// The data for a page. It contains no `<`, and all of its characters are visible.
  var embeddedJSON: String { Self.visible(self) }

  /// Returns the data as a separate document, with the data of the previous report under the key `previous`.
  func documentJSON(previous: ReportContent?) -> [UInt8] {
    struct Document: Encodable {
      let content: ReportContent
      let previous: ReportContent?

      enum Key: CodingKey { case previous }

      func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(previous, forKey: .previous)
      }
    }
    return Array("\(Self.visible(Document(content: self, previous: previous)))\n".utf8)
  }

  private static func visible(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text and numbers can always be encoded.
    let json = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar == "<" || scalar.isHidden else { return text.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 { text += "\\u" + String(unit, radix: 16).padded(to: 4, with: "0") }
    }
  }

  /// Returns whether a file is a report in JSON.
  static func isDocument(_ file: [UInt8]) -> Bool { decoded(file[...]) != nil }

  /// Reads the contents of a page or document.
  init(inReport file: [UInt8], named name: String) throws(CommandError) {
    guard let content = Self.decoded(Self.data(inPage: file) ?? file[...]) else {
      throw CommandError(ReportFailure.noReport(name))
    }
    self = content
  }

  private static func data(inPage page: [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = page.firstRange(of: Array(dataStart.utf8))?.upperBound,
      let end = page[start...].firstIndex(of: ASCII.less)
    else { return nil }
    return page[start..<end]
  }

  private static func decoded(_ json: ArraySlice<UInt8>) -> ReportContent? {
    guard let content = try? JSONDecoder().decode(Self.self, from: Data(json)),
      content.schema == currentSchema
    else { return nil }
    return content
  }

  /// Returns the folder of a build, given the folder or its manifest; nil for any other path.
  static func buildFolder(_ path: String) -> String? {
    if (try? FileStatus.of(path).kind) == .folder { return path }
    return Pathname.name(of: path) == Manifest.fileName.description ? Pathname.folder(of: path) : nil
  }
}
