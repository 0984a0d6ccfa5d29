import Conversion
import FilterSyntax

/// A list while filters of it are taken out and others are changed. Each line keeps its number and its place, so
/// that diagnostics name those of the list as it was read.
struct ListEditor: Sendable {
  /// The list with its changes.
  private(set) var list: FilterList
  /// The filters that were removed, in the order in which they were.
  private(set) var removals: [Removal] = []
  /// What names mean, found out before the changes.
  let dialect: Dialect
  /// Lines of hosts files with several names that now stand for as many filters `||name^`.
  private var splitHosts: Set<Int> = []

  /// A list whose names mean what they mean in a dialect; nil to detect it.
  init(_ list: FilterList, dialect: Dialect?) {
    self.list = list
    self.dialect = dialect ?? Dialect.detect(list)
  }

  /// A filter that was removed.
  struct Removal: Hashable, Sendable {
    /// Which of the lines it was.
    let line: Int
    let cause: RemovalCause
  }

  /// How many filters were removed.
  var removed: Int { removals.count }

  /// What to do with a filter.
  enum Change {
    case keep, remove
    case replace([UInt8])
    /// The line of a hosts file stands for the filters `||name^`.
    case splitHosts
  }

  /// Changes the filters: all lines that are neither blank nor a comment, a header or an instruction.
  mutating func changeFilters(_ cause: RemovalCause, _ change: (Entry) -> Change) {
    // Hints that are about the next filter go with it: otherwise they would be about the one behind it.
    var hints: [Int] = []
    for index in list.lines.indices {
      switch list.lines[index].content {
      case .hint: hints.append(index)
      case .blank, .comment, .header, .metadata, .directive, .continuation: break
      case .network, .cosmetic, .hosts, .rejected:
        // Gone before the list is changed, which would have to be copied otherwise.
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

  /// Takes out the filters for which the answer is true.
  mutating func removeFilters(_ cause: RemovalCause = .otherList, where isRemoved: (Entry) -> Bool) {
    changeFilters(cause) { isRemoved($0) ? .remove : .keep }
  }

  /// Takes out all but the filters that act on those of other lists: exceptions, and those that turn filters off.
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

  /// Takes out the filters that another form of the same list has in the same lines.
  mutating func removeFilters(of other: ListEditor) {
    removeFilters { entry in
      guard other.list.lines.indices.contains(entry.index) else { return false }
      let line = other.list.lines[entry.index]
      return line.content != .blank && other.list.bytes[line.range.indices] == entry.text
    }
  }

  /// Takes out the filters that do not count where these names hold, and the conditions, which are decided then.
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

  /// Takes out the filters whose text matches, or those whose text does not. Of a line with several names that
  /// stand for filters only the names go that are meant.
  mutating func removeFilters(matching isMatch: Bool, _ matcher: inout FilterPattern.Matcher) {
    changeFilters(isMatch ? .exclusion : .inclusion) { entry in
      guard entry.isSplit else { return matcher.matches(entry.text) == isMatch ? .remove : .keep }
      return entry.keepingNames { matcher.matches(Array("||\($0)^".utf8)[...]) != isMatch }
    }
  }
}

/// Why a filter is not in a list, although its source has it.
enum RemovalCause: Hashable, Sendable {
  /// An entry of `excludes`, or of HostlistCompiler's exclusions, matches it.
  case exclusion
  /// No entry of `includes`, or of HostlistCompiler's inclusions, matches it.
  case inclusion
  /// A transformation has no place for it.
  case transformation(Transformation)
  /// It is meant for another list.
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

/// A filter of a list, as parsed.
struct Entry {
  let list: FilterList
  let index: Int
  /// Whether it is a line of a hosts file that stands for filters `||name^`.
  var isSplit = false

  var line: Line { list.lines[index] }
  /// All of it, in one piece.
  var text: ArraySlice<UInt8> { list.bytes[line.range.indices] }
  /// A part of it.
  func text(_ range: ByteRange) -> String { String(decoding: list.bytes[range.indices], as: UTF8.self) }

  /// The names of a line that blocks these hosts and all below them, as hosts files have it.
  var blockedNames: [String]? {
    guard case .hosts(let hosts) = line.content, hosts.isBlock, hosts.scope == .hostAndBelow else {
      return nil
    }
    return hosts.hosts.map(text)
  }

  /// The change that leaves those names of a hosts file for which the answer is true.
  func keepingNames(_ isKept: (String) -> Bool) -> ListEditor.Change {
    guard let names = blockedNames else { return .keep }
    let kept = names.filter(isKept)
    if kept.count == names.count { return .keep }
    return kept.isEmpty ? .remove : .replace(Array("0.0.0.0 \(kept.joined(separator: " "))".utf8))
  }
}
