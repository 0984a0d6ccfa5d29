import FilterSyntax
import Foundation

/// `!#safari_cb_affinity(general,privacy)` up to `!#safari_cb_affinity`: the filters between are for those of
/// AdGuard's content blockers, and only for them.
enum Affinity {
  /// Whether a list has such instructions.
  static func isNamed(in bytes: [UInt8]) -> Bool {
    bytes.span.contains(word: "#safari_") { $0 == UInt8(ascii: "#") }
  }

  /// Takes out the filters that are for other content blockers.
  static func keepOwn(_ editor: inout ListEditor, of blocker: String) {
    removeFilters(of: &editor) { blockers in blockers.map { !contains($0, blocker) } ?? false }
  }

  /// Leaves the filters that are for this content blocker though they stand in a list of another.
  static func keepForeign(_ editor: inout ListEditor, for blocker: String) {
    removeFilters(of: &editor) { blockers in !(blockers.map { contains($0, blocker) } ?? false) }
  }

  private static func contains(_ blockers: [String], _ blocker: String) -> Bool {
    blockers.contains(blocker) || blockers.contains("all")
  }

  /// Removes the filters for which `isRemoved` is true of the content blockers that are named before them.
  private static func removeFilters(of editor: inout ListEditor, where isRemoved: ([String]?) -> Bool) {
    let list = editor.list
    var blockers: [String]?
    let isRemovedAtLine = list.lines.map { line in
      if case .directive(let directive) = line.content, directive.kind == .safari_cb_affinity {
        blockers = names(String(decoding: list.bytes[directive.argument.indices], as: UTF8.self))
      }
      return isRemoved(blockers)
    }
    editor.removeFilters { isRemovedAtLine[$0.index] }
  }

  private static func names(_ text: String) -> [String]? {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else {
      return nil
    }
    return text[text.index(after: open)..<close].split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
  }
}
