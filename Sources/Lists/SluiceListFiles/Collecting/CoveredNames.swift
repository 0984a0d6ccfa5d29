import SluiceConversion
import SluiceSyntax

/// Host names that are redundant because a parent domain is blocked too. Removing them is the second half of
/// `Compress`.
///
/// It runs after everything else, so that a name stays if the filter that covers it was excluded.
struct CoveredNames {
  private var names: Set<HostKey> = []
  /// Hosts whose filters a `$badfilter` may disable. They cover no other names.
  private var uncertain: Set<HostKey> = []
  private let constants: Set<String>

  /// Creates an empty set. `constants` decide which lines in `!#if` blocks count.
  init(constants: Set<String>) { self.constants = constants }

  /// Adds the host names that a list blocks together with all subdomains.
  mutating func add(_ list: FilterList) {
    let active = ActiveLines(constants: constants).read(list)
    for (index, line) in list.lines.enumerated() where active.isActive(index) {
      let entry = Entry(list: list, index: index)
      switch line.content {
      case .hosts:
        let hosts = (entry.blockedNames ?? []).compactMap(Self.key)
        names.formUnion(hosts.filter { !HostNames.isOfThisMachine($0.bytes) })
      case .network(let filter):
        guard let host = filter.hostAndBelow(in: list.bytes.span), let key = Self.key(entry.text(host))
        else { continue }
        if filter.options.isEmpty, !filter.isException {
          names.insert(key)
        } else if filter.options.contains(where: { $0.kind == .badfilter }) {
          uncertain.insert(key)
        }
      case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation: break
      }
    }
  }

  /// Removes names that are already blocked by a parent domain.
  func remove(from editor: inout ListEditor) {
    let covering = names.subtracting(uncertain)
    guard !covering.isEmpty else { return }
    func isCovered(_ name: String) -> Bool {
      guard let key = Self.key(name) else { return false }
      return HostNames.parents(of: key.bytes).contains { covering.contains(HostKey($0)) }
    }
    editor.changeFilters(.transformation(.compress)) { entry in
      switch entry.line.content {
      case .hosts: return entry.keepingNames { !isCovered($0) }
      case .network(let filter):
        guard filter.options.isEmpty, !filter.isException,
          let host = filter.hostAndBelow(in: entry.list.bytes.span)
        else { return .keep }
        return isCovered(entry.text(host)) ? .remove : .keep
      case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
        return .keep
      }
    }
  }

  private static func key(_ name: String) -> HostKey? {
    HostNames.ascii(Array(name.utf8)).map { HostKey($0) }
  }
}
