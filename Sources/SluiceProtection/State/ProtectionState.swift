/// The state of a protection at a moment, with the reasons if protection is not complete.
public struct ProtectionState: Hashable, Sendable {
  /// The level of protection.
  public var kind: Kind
  /// The lists that should be active, each with its active version.
  public var lists: [List]
  /// The current problems, in the order in which they occurred. A problem stays until it is solved.
  public var problems: [Problem]
  /// Whether all lists have an exception for each unprotected site. Until then, lists are switched on and off
  /// as pages open, which has nearly the same effect.
  public var areSitesExact: Bool

  /// The level of protection.
  @nonexhaustive public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing has been looked up yet, or the first lists are being fetched.
    case starting
    /// All lists are active, complete and in the newest known version.
    case protected
    /// Some lists are active, others have no usable version.
    case partly
    /// All lists are active, but at least one is an older or built-in version or lacks an optional part, or
    /// the store is temporary; see ``StoreProblem/temporary(_:)``.
    case fallback
    /// No list is active, but page scripts are.
    case scriptOnly = "script-only"
    /// Nothing is active.
    case failed
  }

  /// A list.
  public struct List: Hashable, Sendable {
    /// The name of the list.
    public var name: String
    /// The active version; nil if the list is not active.
    public var version: Version?
    /// The parts that are left out.
    public var leftOut: [String]
  }

  /// A version of a list.
  @frozen public enum Version: String, Hashable, Sendable {
    /// The newest known version.
    case newest
    /// The version that was last active.
    case lastGood = "last-good"
    /// The version that came with the app.
    case builtIn = "built-in"
  }

  /// A problem.
  @nonexhaustive public enum Problem: Hashable, Sendable {
    /// A problem with the store.
    case store(StoreProblem)
    /// A problem with the source at the last request.
    case source(ListSourceProblem)
    /// A problem with the built-in lists.
    case builtIn(ListSourceProblem)
    /// A problem with WebKit, with the name of the list.
    case engine(String, EngineProblem)
    /// A compiled list was modified, so it was compiled again. The value is the name of the list.
    case damagedCompiled(String)
    /// A file of a list is missing or modified. The value is the name of the list.
    case missingContent(String)
    /// Nothing has ever been fetched.
    case neverFetched
    /// There is not enough memory to compile a list, which will be retried. The value is the name of the
    /// list.
    case memory(String)
    /// A list has the maximum number of rules, so an exception does not fit. The value is the name of the
    /// list.
    case noRoomForSites(String)

    /// A description of the problem.
    public var message: String {
      switch self {
      case .store(let problem): problem.message
      case .source(let problem): problem.message
      case .builtIn(let problem): "built in: \(problem.message)"
      case .engine(let list, let problem): "\(list): \(problem.message)"
      case .damagedCompiled(let list): "\(list): the compiled list was damaged and is being compiled again"
      case .missingContent(let list): "\(list): the fetched file is missing"
      case .neverFetched: "no lists have been fetched yet"
      case .memory(let list): "\(list): not enough memory to compile it now"
      case .noRoomForSites(let list): "\(list): no room for an exception for unprotected sites"
      }
    }
  }

  init() {
    (kind, lists, problems, areSitesExact) = (.starting, [], [], true)
  }
}

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

  mutating func keepLists(_ names: Set<String>) {
    entries.removeAll { entry in
      if case .list(let name) = entry.subject { !names.contains(name) } else { false }
    }
  }
}
