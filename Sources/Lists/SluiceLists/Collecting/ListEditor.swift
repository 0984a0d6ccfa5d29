import SluiceConversion
import SluiceSyntax

/// An editor that removes and changes the filters of a list.
///
/// Each line keeps its number and its offset, so that diagnostics refer to the list as it was read.
struct ListEditor: Sendable {
  /// The list with its changes.
  private(set) var list: FilterList
  /// The removed filters, in the order of removal.
  private(set) var removals: [Removal] = []
  /// The dialect, detected before any change.
  let dialect: Dialect
  /// The hosts file lines that now stand for one `||name^` filter per name.
  private var splitHosts: Set<Int> = []

  /// Creates an editor of a list in a dialect; nil detects the dialect.
  init(_ list: FilterList, dialect: Dialect?) {
    self.list = list
    self.dialect = dialect ?? Dialect.detect(list)
  }

  /// A filter that was removed.
  struct Removal: Hashable, Sendable {
    /// The index of its line.
    let line: Int
    let cause: RemovalCause
  }

  /// The number of removed filters.
  var removed: Int { removals.count }

  /// A change to a filter.
  enum Change {
    case keep, remove
    case replace([UInt8])
    /// Replaces a line of a hosts file with one `||name^` filter per name.
    case splitHosts
  }

  /// Changes the filters: all lines except blank lines, comments, headers and directives.
  mutating func changeFilters(_ cause: RemovalCause, _ change: (Entry) -> Change) {
    // A hint is removed together with the filter after it. Otherwise, it would apply to the next filter.
    var hints: [Int] = []
    for index in list.lines.indices {
      switch list.lines[index].content {
      case .hint: hints.append(index)
      case .blank, .comment, .header, .metadata, .directive, .continuation: break
      case .network, .cosmetic, .hosts, .rejected:
        // The entry is released before the list changes. Otherwise, the list would be copied.
        let change = change(Entry(list: list, index: index, isSplit: splitHosts.contains(index)))
        switch change {
        case .keep: break
        case .remove:
          list.remove(index)
          for hint in hints { list.remove(hint) }
          removals.append(Removal(line: index, cause: cause))
        case .replace(let text):
          list.replace(index, by: text)
          if case .hosts = list.lines[index].content { break }
          splitHosts.remove(index)
        case .splitHosts: splitHosts.insert(index)
        }
        hints.removeAll()
      }
    }
  }

  /// Removes the filters for which the closure returns true.
  mutating func removeFilters(_ cause: RemovalCause = .otherList, where isRemoved: (Entry) -> Bool) {
    changeFilters(cause) { isRemoved($0) ? .remove : .keep }
  }

  /// Removes all filters except those that act on filters of other lists: exceptions and `$badfilter`.
  mutating func keepActingOnOthers() {
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
    removeFilters { !lines.counts($0.index) }
    for index in list.lines.indices {
      guard case .directive(let directive) = list.lines[index].content else { continue }
      switch directive.kind {
      case .if, .else, .endif: list.remove(index)
      case .include, .safari_cb_affinity: break
      }
    }
  }

  /// Removes the filters whose text matches, or those whose text does not match.
  ///
  /// In a line that stands for several filters, only the affected names are removed.
  mutating func removeFilters(matching isMatch: Bool, _ matcher: inout FilterPattern.Matcher) {
    changeFilters(isMatch ? .exclusion : .inclusion) { entry in
      guard entry.isSplit else { return matcher.matches(entry.text) == isMatch ? .remove : .keep }
      return entry.keepingNames { matcher.matches(Array("||\($0)^".utf8)[...]) != isMatch }
    }
  }
}

/// The reason why a filter of a source is not in the list.
enum RemovalCause: Hashable, Sendable {
  /// An entry of `excludes`, or of HostlistCompiler's exclusions, matches it.
  case exclusion
  /// No entry of `includes`, or of HostlistCompiler's inclusions, matches it.
  case inclusion
  /// A transformation removed it.
  case transformation(Transformation)
  /// The filter belongs to another list, by its `affinity`.
  case otherList

  /// The name in `report.json`.
  var name: String {
    switch self {
    case .exclusion: "exclusion"
    case .inclusion: "inclusion"
    case .transformation(let transformation): transformation.rawValue
    case .otherList: "other-list"
    }
  }
}

/// A parsed filter of a list.
struct Entry {
  let list: FilterList
  let index: Int
  /// Whether the filter is a line of a hosts file that stands for `||name^` filters.
  var isSplit = false

  var line: Line { list.lines[index] }
  /// The bytes of the filter.
  var text: ArraySlice<UInt8> { list.bytes[line.range.indices] }
  /// Returns a part of the filter's text.
  func text(_ range: ByteRange) -> String { String(decoding: list.bytes[range.indices], as: UTF8.self) }

  /// The names in a line of a hosts file that blocks them together with their subdomains; nil for other
  /// lines.
  var blockedNames: [String]? {
    guard case .hosts(let hosts) = line.content, hosts.isBlock, hosts.scope == .hostAndBelow else {
      return nil
    }
    return hosts.hosts.map(text)
  }

  /// Returns the change that keeps the names of a hosts file line for which the closure returns true.
  func keepingNames(_ isKept: (String) -> Bool) -> ListEditor.Change {
    guard let names = blockedNames else { return .keep }
    let kept = names.filter(isKept)
    if kept.count == names.count { return .keep }
    return kept.isEmpty ? .remove : .replace(Array("0.0.0.0 \(kept.joined(separator: " "))".utf8))
  }
}
