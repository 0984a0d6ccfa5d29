import SluiceSyntax
import SluiceText

/// An editor that removes and changes the filters of a list.
///
/// Each line keeps its number and its offset, so that diagnostics refer to the list as it was read.
package struct ListEditor: Sendable {
  /// The list with its changes.
  package private(set) var list: FilterList
  private(set) var removals: [Removal] = []
  /// The dialect, which no change affects.
  package var dialect: Dialect { list.dialect }
  /// The lines that were lines of hosts files and now stand for one filter per name: `||name^`, or `@@||name^`.
  private var splitHosts: Set<Int> = []

  /// Creates an editor of a list.
  package init(_ list: FilterList) { self.list = list }

  struct Removal: Hashable, Sendable {
    let line: Int
    let cause: RemovalCause
  }

  var removed: Int { removals.count }

  enum Change {
    case keep, remove
    case replace([UInt8])
    /// Replaces a line of a hosts file with one `||name^` filter per name.
    case splitHosts
  }

  /// Changes the filters: all lines except blank lines, comments, headers and directives.
  mutating func changeFilters(_ cause: RemovalCause, change: (Entry) -> Change) {
    // A hint is removed together with the filter in the next line.
    var hint: Int?
    for index in list.lines.indices {
      switch list.lines[index].content {
      case .hint:
        hint = index
        continue
      case .blank, .comment, .header, .metadata, .directive, .continuation: break
      case .network, .cosmetic, .hosts, .rejected:
        // The entry is released before the list changes. Otherwise, the list would be copied.
        let change = change(Entry(list: list, index: index, isSplit: splitHosts.contains(index)))
        switch change {
        case .keep: break
        case .remove:
          list.remove(index)
          if let hint { list.remove(hint) }
          removals.append(Removal(line: index, cause: cause))
        case .replace(let text): list.replace(index, by: text)
        case .splitHosts: splitHosts.insert(index)
        }
      }
      hint = nil
    }
  }

  mutating func removeFilters(_ cause: RemovalCause = .otherList, where isRemoved: (Entry) -> Bool) {
    changeFilters(cause) { isRemoved($0) ? .remove : .keep }
  }

  /// Removes all filters except those that act on filters of other lists: exceptions and `$badfilter`.
  package mutating func keepActingOnOthers() {
    removeFilters { entry in
      switch entry.line.content {
      case .network(let filter):
        !filter.isException && !filter.options.contains { $0.kind == .badfilter }
      case .cosmetic(let filter): !filter.isException
      case .hosts, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation: true
      }
    }
  }

  /// Removes the filters that another version of the same list contains in the same lines.
  mutating func removeFilters(of other: ListEditor) {
    removeFilters { entry in
      guard other.list.lines.indices.contains(entry.index) else { return false }
      let line = other.list.lines[entry.index]
      return line.content != .blank && other.list.bytes[line.range.indices] == entry.text
    }
  }

  /// Removes all `!#if` conditions, and the filters that they make inactive. The names in `constants` are
  /// true.
  mutating func decideConditions(_ constants: Set<String>) {
    let lines = ActiveLines(constants: constants).read(list)
    removeFilters { !lines.isActive($0.index) }
    for index in list.lines.indices {
      if case .directive(let directive) = list.lines[index].content, directive.kind.isOfCondition {
        list.remove(index)
      }
    }
  }

  /// Removes the filters whose text matches, or those whose text does not match.
  ///
  /// In a line that stands for several filters, only the affected names are removed.
  mutating func removeFilters(matching isMatch: Bool, _ matcher: inout FilterPattern.Matcher) {
    changeFilters(isMatch ? .exclusion : .inclusion) { entry in
      guard let (_, mark) = entry.splitNames else {
        return matcher.matches(entry.text) == isMatch ? .remove : .keep
      }
      return entry.keepingNames { matcher.matches(Array("\(mark)||\($0)^".utf8)[...]) != isMatch }
    }
  }
}

/// The reason why a filter of a source is not in the list.
package enum RemovalCause: Hashable, Sendable {
  /// An entry of `excludes`, or of HostlistCompiler's exclusions, matches it.
  case exclusion
  /// No entry of `includes`, or of HostlistCompiler's inclusions, matches it.
  case inclusion
  /// A transformation removed it.
  case transformation(Transformation)
  /// The filter belongs to another list, by its `affinity`.
  case otherList

  /// The name in `report.json`.
  package var name: String {
    switch self {
    case .exclusion: "exclusion"
    case .inclusion: "inclusion"
    case .transformation(let transformation): transformation.rawValue
    case .otherList: "other-list"
    }
  }
}

struct Entry {
  let list: FilterList
  let index: Int
  /// Whether the filter was a line of a hosts file and stands for one filter per name.
  var isSplit = false

  var line: Line { list.lines[index] }
  var text: ArraySlice<UInt8> { list.bytes[line.range.indices] }
  func text(_ range: ByteRange) -> String { String(decoding: list.bytes[range.indices], as: UTF8.self) }

  /// The names in a line of a hosts file that blocks them together with their subdomains; nil for other
  /// lines.
  var blockedNames: [String]? {
    guard case .hosts(let hosts) = line.content, hosts.isBlock, hosts.scope == .hostAndBelow else {
      return nil
    }
    return hosts.hosts.map(text)
  }

  /// The names of a line that stands for one filter per name, and the mark of these filters: `@@` if
  /// `InvertAllow` has turned them into exceptions. Nil for other lines.
  var splitNames: (names: [String], mark: String)? {
    guard isSplit else { return nil }
    if let names = blockedNames { return (names, "") }
    guard case .network(let filter) = line.content, filter.isException,
      let hosts = filter.options.first(where: { $0.kind == .to })?.domains(in: list.bytes.span)
    else { return nil }
    return (hosts.map { text($0.name) }, "@@")
  }

  func keepingNames(_ isKept: (String) -> Bool) -> ListEditor.Change {
    guard let (names, mark) = splitNames ?? blockedNames.map({ ($0, "") }) else { return .keep }
    let kept = names.filter(isKept)
    if kept.count == names.count { return .keep }
    return kept.isEmpty
      ? .remove : .replace(mark.isEmpty ? Self.blocks(of: kept) : Self.exceptions(for: kept))
  }

  static func blocks(of names: [String]) -> [UInt8] { Array("0.0.0.0 \(names.joined(separator: " "))".utf8) }

  static func exceptions(for names: [String]) -> [UInt8] {
    Array("@@*$to=\(names.joined(separator: "|"))".utf8)
  }
}

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
    removeFilters(of: &editor) { blockers in blockers.map { !contains($0, blocker: blocker) } ?? false }
  }

  /// Keeps only the filters for `blocker`, in a list that is for another content blocker.
  static func keepForeign(_ editor: inout ListEditor, for blocker: String) {
    removeFilters(of: &editor) { blockers in !(blockers.map { contains($0, blocker: blocker) } ?? false) }
  }

  private static func contains(_ blockers: [String], blocker: String) -> Bool {
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
