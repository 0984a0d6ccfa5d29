import Foundation

/// `!#safari_cb_affinity(general,privacy)` up to `!#safari_cb_affinity`: the filters between are for those of
/// AdGuard's content blockers, and only for them.
enum Affinity {
  private static let name: StaticString = "!#safari_cb_affinity"

  /// The list without the filters that are for other content blockers.
  static func own(_ bytes: [UInt8], of blocker: String) -> [UInt8] {
    edit(bytes) { blockers in blockers.map { !contains($0, blocker) } ?? false }
  }

  /// Only the filters that are for this content blocker though they stand in a list of another; nil for none.
  static func foreign(_ bytes: [UInt8], for blocker: String) -> [UInt8]? {
    guard has(bytes) else { return nil }
    return edit(bytes) { blockers in !(blockers.map { contains($0, blocker) } ?? false) }
  }

  private static func contains(_ blockers: [String], _ blocker: String) -> Bool {
    blockers.contains(blocker) || blockers.contains("all")
  }

  /// Blanks the lines for which `isRemoved` is true of the content blockers that are named before them.
  private static func edit(_ bytes: [UInt8], isRemoved: ([String]?) -> Bool) -> [UInt8] {
    guard has(bytes) else { return bytes }
    var editor = LineEditor(bytes)
    var blockers: [String]?
    for index in editor.lines.indices {
      let line = editor.lines[index]
      if line.starts(with: "!#safari_cb_affinity".utf8) {
        blockers = names(String(decoding: line.dropFirst(name.utf8CodeUnitCount), as: UTF8.self))
      } else if LineEditor.isFilter(line), isRemoved(blockers) {
        editor.blank(index)
      }
    }
    return editor.bytes
  }

  private static func names(_ text: String) -> [String]? {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
      return nil
    }
    return text[text.index(after: open)..<close].split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
  }

  private static func has(_ bytes: [UInt8]) -> Bool {
    bytes.contains(word: "#safari_") { $0 == UInt8(ascii: "#") }
  }
}
