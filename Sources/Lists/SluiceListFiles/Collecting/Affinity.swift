import SluiceSyntax

/// The `!#safari_cb_affinity(general,privacy)` … `!#safari_cb_affinity` directive.
///
/// The filters in between apply only to the named content blockers of AdGuard.
enum Affinity {
  /// Returns whether a list contains such directives.
  static func isNamed(in bytes: [UInt8]) -> Bool {
    bytes.span.contains(word: "#safari_") { $0 == ASCII.hash }
  }

  /// Removes the filters that are for other content blockers.
  static func keepOwn(_ editor: inout ListEditor, of blocker: String) {
    removeFilters(of: &editor) { blockers in blockers.map { !contains($0, blocker) } ?? false }
  }

  /// Keeps only the filters for `blocker`, in a list that is for another content blocker.
  static func keepForeign(_ editor: inout ListEditor, for blocker: String) {
    removeFilters(of: &editor) { blockers in !(blockers.map { contains($0, blocker) } ?? false) }
  }

  private static func contains(_ blockers: [String], _ blocker: String) -> Bool {
    blockers.contains(blocker) || blockers.contains("all")
  }

  /// Removes the filters for which `isRemoved` returns true, given the content blockers of the enclosing
  /// directive.
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
      $0.trimmed.lowercased()
    }
  }
}
