/// The current problems, in the order in which they occurred. Solved problems are removed.
struct ProblemBook {
  enum Subject: Hashable {
    case store
    case source
    case builtIn
    case list(String)
  }

  private var entries: [(subject: Subject, problem: ProtectionState.Problem)] = []

  var problems: [ProtectionState.Problem] { entries.map(\.problem) }

  mutating func note(_ problem: ProtectionState.Problem, about subject: Subject) {
    guard !entries.contains(where: { $0.subject == subject && $0.problem == problem }) else { return }
    entries.append((subject, problem))
  }

  mutating func clear(_ subject: Subject) { entries.removeAll { $0.subject == subject } }

  /// Removes the problems of lists that no longer exist.
  mutating func keepLists(_ names: Set<String>) {
    entries.removeAll { entry in
      if case .list(let name) = entry.subject { !names.contains(name) } else { false }
    }
  }
}
