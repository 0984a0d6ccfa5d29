import SluiceRules

/// The steps that make the best version of each list active. It follows from the facts alone, so that the next
/// step can be predicted; `Protection.activate(exact:)` takes the steps.
struct ActivationPlan: CustomStringConvertible {
  struct Facts {
    /// The offers, best first.
    var offers: [(version: ProtectionState.Version, offer: ListOffer)] = []
    /// The identifiers of compiled lists.
    var compiled: Set<String> = []
    /// The identifiers of lists that this WebKit rejects.
    var rejected: Set<String> = []
    /// The files of the active lists, by list: digests with the sites of their exceptions.
    var active: [String: [String: SiteSet]] = [:]
    var target = SiteTarget.none
    /// Whether lists must have exceptions for all unprotected sites. If false, they can lack exceptions, but
    /// must not have exceptions for other sites.
    var isExact = true
  }

  struct Entry {
    let name: String
    /// The candidates whose files are active or compiled. The first that WebKit still has becomes active at
    /// once. If the list is active, only its best candidate is one.
    var take: [Candidate] = []
    /// A small candidate to compile first, if nothing can be taken and the best one is large.
    var stopgap: Candidate?
    /// The candidates to compile, unless the best one was taken, in the order in which to try them.
    var compile: [Candidate] = []
    /// The identifiers of files that this WebKit rejects, so that their candidates are left out.
    var rejected: [String] = []

    /// The best candidate, which needs no further step once it is active.
    var best: Candidate? { compile.first }
  }

  /// The names of all lists that should be active, in order.
  let names: [String]
  /// The steps for the offered lists, small lists first.
  let lists: [Entry]
  /// The steps for lists that only earlier offers contain, best offer first. They are active while offered
  /// lists cannot be.
  private(set) var reserves: [[Entry]]
  /// The names of the lists that are active once all steps have been taken that need no compilation.
  private let expected: Set<String>

  /// The maximum size of a stopgap in bytes of JSON. WebKit compiles about 3 MB per second.
  static let smallList = 1_000_000

  init(_ facts: Facts) {
    names = facts.offers.first?.offer.lists.map(\.name) ?? []
    let wanted = Set(names)
    lists = Self.entries(for: names, facts)
    reserves = facts.offers.dropFirst()
      .map { $0.offer.lists.map(\.name).filter { !wanted.contains($0) } }
      .filter { !$0.isEmpty }.map { Self.entries(for: $0, facts) }
    expected = Set(lists.filter { !$0.take.isEmpty }.map(\.name)).union(facts.active.keys)
  }

  /// Removes and returns the reserves that begin at once, because an offered list cannot become active, or takes
  /// long while these do not.
  mutating func takeUrgentReserves(active: Set<String>) -> [Entry] {
    guard areReservesUrgent(active) else { return [] }
    return reserves.removeFirst()
  }

  private func areReservesUrgent(_ active: Set<String>) -> Bool {
    guard let first = reserves.first else { return false }
    let bare = lists.filter { !active.contains($0.name) }
    let isQuick = first.allSatisfy { !$0.take.isEmpty || Self.isSmall($0.best) }
    return bare.contains { $0.compile.isEmpty }
      || isQuick && bare.contains { $0.stopgap == nil && !Self.isSmall($0.best) }
  }

  /// Removes and returns the next reserves, if an offered list is not active after everything before was tried.
  ///
  /// If some lists of earlier offers are active, only these are returned, because their exceptions may have to
  /// change.
  mutating func takeReserves(active: Set<String>) -> [Entry] {
    while !reserves.isEmpty, names.contains(where: { !active.contains($0) }) {
      let isReplaced = !active.isSubset(of: names)
      let entries = reserves.removeFirst().filter { !isReplaced || active.contains($0.name) }
      if !entries.isEmpty { return entries }
    }
    return []
  }

  // MARK: Steps

  private static func entries(for names: [String], _ facts: Facts) -> [Entry] {
    inOrder(names.map { entry($0, all: candidates(for: $0, facts), facts: facts) })
  }

  /// Returns steps, those of small lists first.
  static func inOrder(_ entries: [Entry]) -> [Entry] {
    entries.sorted { ($0.best?.bytes ?? 0, $0.name) < ($1.best?.bytes ?? 0, $1.name) }
  }

  private static func entry(_ name: String, all: [Candidate], facts: Facts) -> Entry {
    let candidates = all.filter { rejected($0, facts: facts) == nil }
    var entry = Entry(
      name: name, compile: candidates, rejected: all.compactMap { rejected($0, facts: facts) })
    let isActive = facts.active[name] != nil
    entry.take = (isActive ? Array(candidates.prefix(1)) : candidates).filter { isThere($0, facts: facts) }
    if !isActive, !isSmall(entry.best) {
      entry.stopgap = candidates.first(where: isSmall)
    }
    return entry
  }

  private static func isSmall(_ candidate: Candidate?) -> Bool {
    candidate.map { $0.bytes <= smallList } ?? false
  }

  /// Returns the candidates for a list, in the order in which to try them.
  ///
  /// The order is: the newest, last good and built-in version, then the same versions with one more part left
  /// out, and so on. Each version is tried with an exception for the unprotected sites, then without it.
  /// Switching lists per page has nearly the same effect as the exception.
  private static func candidates(for name: String, _ facts: Facts) -> [Candidate] {
    let lists = facts.offers.compactMap { offer in
      offer.offer.lists.first { $0.name == name }.map { (version: offer.version, list: $0) }
    }
    var candidates: [Candidate] = []
    for level in 0..<(lists.map(\.list.forms.count).max() ?? 0) {
      for (version, list) in lists where level < list.forms.count {
        for takesSites in facts.target.sites.isEmpty ? [true] : [true, false] {
          candidates.append(
            Candidate(version: version, list: list, form: list.forms[level], takesSites: takesSites))
        }
      }
    }
    return candidates
  }

  private static func rejected(_ candidate: Candidate, facts: Facts) -> String? {
    candidate.form.files.lazy.map { candidate.identifier(of: $0, facts.target) }
      .first { facts.rejected.contains($0) }
  }

  /// Returns whether all files of a candidate are active or compiled.
  private static func isThere(_ candidate: Candidate, facts: Facts) -> Bool {
    candidate.form.files.allSatisfy { file in
      if let sites = facts.active.values.lazy.compactMap({ $0[file.sha256] }).first,
        candidate.accepts(sites, file: file, target: facts.target, isExact: facts.isExact)
      {
        return true
      }
      return candidate.choices(file, target: facts.target, isExact: facts.isExact)
        .contains { facts.compiled.contains(file.identifier($0)) }
    }
  }

  // MARK: Text

  /// A line for each list, as tests print it.
  var description: String {
    let isUrgent = areReservesUrgent(expected)
    let rest = reserves.enumerated().map { number, entries in
      entries.map { "\(number == 0 && isUrgent ? "now" : "later"), reserve \($0)" }
    }
    return (lists.map(\.description) + rest.joined()).joined(separator: "\n")
  }
}

extension ActivationPlan.Entry: CustomStringConvertible {
  var description: String {
    let steps = [
      take.isEmpty ? nil : "take " + take.map(\.words).joined(separator: " or "),
      stopgap.flatMap { take.isEmpty ? "begin with \($0.words)" : nil },
      compile.isEmpty
        ? "nothing to compile"
        : take.first?.words == best?.words
          ? nil : "compile " + compile.map(\.words).joined(separator: " or "),
    ]
    return "\(name): " + steps.compactMap(\.self).joined(separator: "; ")
  }
}

/// A version and form of a list that can become active.
struct Candidate {
  let version: ProtectionState.Version
  let list: ListOffer.List
  let form: ListOffer.Form
  /// Whether the list is compiled with an exception for the unprotected sites.
  let takesSites: Bool

  var leftOut: [String] { form.leftOut + (takesSites ? [] : [Self.sitesName]) }

  /// The name for the exception for the user's sites in lists of parts that are left out.
  static let sitesName = "sites"

  var bytes: Int { form.files.reduce(0) { $0 + $1.bytes } }

  /// A short name: the version, and what differs from the complete list with all exceptions.
  var words: String {
    ([version.rawValue] + form.leftOut.map { "-\($0)" }).joined(separator: " ")
      + (takesSites ? "" : " -\(Self.sitesName)")
  }

  func wanted(_ file: ListOffer.File, target: SiteTarget) -> SiteTarget {
    takesSites && file.hasRoom ? target : .none
  }

  func identifier(of file: ListOffer.File, _ target: SiteTarget) -> String {
    file.identifier(wanted(file, target: target))
  }

  /// Returns the sites with whose exception a compiled file can be used, the best first.
  func choices(_ file: ListOffer.File, target: SiteTarget, isExact: Bool) -> [SiteTarget] {
    let wanted = wanted(file, target: target)
    return isExact || wanted.sites.isEmpty ? [wanted] : [wanted, .none]
  }

  func accepts(_ sites: SiteSet, file: ListOffer.File, target: SiteTarget, isExact: Bool) -> Bool {
    sites == wanted(file, target: target).sites
      || !isExact && sites.sites.isSubset(of: target.sites.sites)
  }
}

/// The sites for which lists get an exception, and the suffix of these lists' identifiers.
struct SiteTarget {
  let sites: SiteSet
  let suffix: String

  init(_ sites: SiteSet) {
    self.sites = sites
    suffix = sites.suffix
  }

  static let none = SiteTarget(SiteSet())
}

extension ListOffer.File {
  /// The prefix of the identifiers of all lists that a protection compiles. It never removes other lists.
  static let identifierPrefix = "sluice-"

  func identifier(_ target: SiteTarget) -> String {
    Self.identifierPrefix + sha256.prefix(32) + target.suffix
  }

  var hasRoom: Bool { rules.map { $0 < RuleList.maximumRules } ?? true }
}

struct ActiveList {
  var version: ProtectionState.Version
  let list: ListOffer.List
  let leftOut: [String]
  let files: [ActingFile]

  init(_ candidate: Candidate, files: [ActingFile]) {
    (version, list) = (candidate.version, candidate.list)
    // Files that are not active yet, or that could not be compiled, count as left out.
    let active = Set(files.map(\.file.sha256))
    let missing = candidate.form.files.filter { !active.contains($0.sha256) }.map(\.name.description)
    leftOut = candidate.leftOut + missing
    self.files = files
  }
}

struct ActingFile {
  let file: ListOffer.File
  let compiled: any CompiledRuleList
  let sites: SiteSet
}
