import SluiceRules

/// A version and form of a list that can become active.
struct Candidate {
  let version: ProtectionState.Version
  let list: ListOffer.List
  let form: ListOffer.Form
  /// Whether the list is compiled with an exception for the unprotected sites.
  let takesSites: Bool

  /// The parts of the list that the candidate leaves out.
  var leftOut: [String] { form.leftOut + (takesSites ? [] : [Self.sitesName]) }

  /// The name for the exception for the user's sites in lists of parts that are left out.
  static let sitesName = "sites"

  var bytes: Int { form.files.reduce(0) { $0 + $1.bytes } }

  /// A short name: the version, and what differs from the complete list with all exceptions.
  var words: String {
    ([version.rawValue] + form.leftOut.map { "-\($0)" }).joined(separator: " ")
      + (takesSites ? "" : " -\(Self.sitesName)")
  }

  /// Returns the sites for which a file gets an exception.
  func wanted(_ file: ListOffer.File, _ target: SiteTarget) -> SiteTarget {
    takesSites && file.hasRoom ? target : .none
  }

  /// Returns the identifier of a compiled file of this candidate.
  func identifier(of file: ListOffer.File, _ target: SiteTarget) -> String {
    file.identifier(wanted(file, target))
  }

  /// Returns the sites with whose exception a compiled file can be used, the best first.
  func choices(_ file: ListOffer.File, _ target: SiteTarget, isExact: Bool) -> [SiteTarget] {
    let wanted = wanted(file, target)
    return isExact || wanted.sites.isEmpty ? [wanted] : [wanted, .none]
  }

  /// Returns whether an active file with an exception for the given sites can stay.
  func accepts(_ sites: SiteSet, _ file: ListOffer.File, _ target: SiteTarget, isExact: Bool) -> Bool {
    sites == wanted(file, target).sites
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

  /// Returns the identifier of the file compiled with an exception for the given sites.
  func identifier(_ target: SiteTarget) -> String {
    Self.identifierPrefix + sha256.prefix(32) + target.suffix
  }

  /// Whether the file has room for one more rule within WebKit's limit.
  var hasRoom: Bool { rules.map { $0 < RuleList.maximumRules } ?? true }
}

/// An active list.
struct ActiveList {
  var version: ProtectionState.Version
  let list: ListOffer.List
  let leftOut: [String]
  let files: [ActingFile]

  init(_ candidate: Candidate, _ files: [ActingFile]) {
    (version, list) = (candidate.version, candidate.list)
    // Files that are not active yet, or that could not be compiled, count as left out.
    let active = Set(files.map(\.file.sha256))
    let missing = candidate.form.files.filter { !active.contains($0.sha256) }.map(\.name.description)
    leftOut = candidate.leftOut + missing
    self.files = files
  }
}

/// An active rule file.
struct ActingFile {
  let file: ListOffer.File
  let compiled: any CompiledRuleList
  /// The sites for which the list has an exception.
  let sites: SiteSet
}
