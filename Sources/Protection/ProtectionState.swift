/// What protects views at a moment, and why it is not more.
public struct ProtectionState: Hashable, Sendable {
  /// How much protects.
  public var kind: Kind
  /// Each list that is wanted, and what of it acts.
  public var lists: [List]
  /// What went wrong, in the order in which it did; each is stated until it is right again.
  public var problems: [Problem]
  /// Whether all lists have an exception for each unprotected site. Until then, switching lists on and off as pages are
  /// opened does nearly the same.
  public var areSitesExact: Bool

  /// How much protects.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Nothing has been looked up yet, or there is nothing yet and it is being fetched.
    case starting
    /// All lists act, whole and as new as they are known.
    case protected
    /// Some lists act, and others have nothing that could.
    case partly
    /// All lists act, but some as they were before, as they are built in, or without what they can do without; or all of them
    /// from a temporary store, see ``StoreProblem/temporary(_:)``.
    case fallback
    /// No list acts. What scripts do in pages is done.
    case scriptOnly = "script-only"
    /// Nothing protects.
    case failed
  }

  /// A list.
  public struct List: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Which version of it acts; nil for none.
    public var version: Version?
    /// What it acts without.
    public var leftOut: [String]
  }

  /// Which version of a list it is.
  public enum Version: String, Hashable, Sendable {
    /// The newest that is known.
    case newest
    /// The one that acted last.
    case lastGood = "last-good"
    /// The one that came with the app.
    case builtIn = "built-in"
  }

  /// Something that went wrong.
  public enum Problem: Hashable, Sendable {
    /// The store.
    case store(StoreProblem)
    /// The source of lists, when it was asked last.
    case source(ListSourceProblem)
    /// The lists that are built in.
    case builtIn(ListSourceProblem)
    /// WebKit, with the name of the list.
    case engine(String, EngineProblem)
    /// A compiled list was not as it was written; it was compiled again. With the name of the list.
    case damagedCompiled(String)
    /// The file of a list is no longer there, or not as it was fetched. With the name of the list.
    case missingContent(String)
    /// Nothing was ever fetched.
    case neverFetched
    /// There is no memory for a compile now; it will be tried again. With the name of the list.
    case memory(String)
    /// A list has as many rules as WebKit takes, so that there is no room for an exception. With its name.
    case noRoomForSites(String)

    /// What went wrong, in plain words.
    public var message: String {
      switch self {
      case .store(let problem): problem.message
      case .source(let problem): problem.message
      case .builtIn(let problem): "built in: \(problem.message)"
      case .engine(let list, let problem): "\(list): \(problem.message)"
      case .damagedCompiled(let list): "\(list): the compiled list was damaged, and is compiled again"
      case .missingContent(let list): "\(list): what was fetched is no longer there"
      case .neverFetched: "no lists have been fetched yet"
      case .memory(let list): "\(list): there is too little memory to compile it now"
      case .noRoomForSites(let list): "\(list): it has no room for an exception for unprotected sites"
      }
    }
  }

  /// Nothing yet.
  init() {
    (kind, lists, problems, areSitesExact) = (.starting, [], [], true)
  }
}
