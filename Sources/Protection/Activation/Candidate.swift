import ContentBlocker

/// Something that a list could be made to act as.
struct Candidate {
  let version: ProtectionState.Version
  let list: ListOffer.List
  let form: ListOffer.Form
  /// Whether it is compiled with an exception for the unprotected sites.
  let takesSites: Bool

  /// What it leaves out.
  var leftOut: [String] { form.leftOut + (takesSites ? [] : [Self.sitesName]) }

  /// What the exception for the user's sites is called among what can be left out.
  static let sitesName = "sites"

  var bytes: Int { form.files.reduce(0) { $0 + $1.bytes } }
}

/// The sites for which lists are compiled now, with what their identifiers end with.
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
  /// What all identifiers of compiled lists begin with that are a protection's: others are not its to remove.
  static let identifierPrefix = "sluice-"

  /// What it is compiled as with an exception for some sites.
  func identifier(_ target: SiteTarget) -> String {
    Self.identifierPrefix + sha256.prefix(32) + target.suffix
  }

  /// Whether WebKit takes one rule more.
  var hasRoom: Bool { rules.map { $0 < RuleList.maximumRules } ?? true }
}

/// A list that acts.
struct ActingList {
  var version: ProtectionState.Version
  let list: ListOffer.List
  let leftOut: [String]
  let files: [ActingFile]

  init(_ candidate: Candidate, _ files: [ActingFile]) {
    (version, list) = (candidate.version, candidate.list)
    // What does not act yet, or could not be compiled, is left out too.
    let acting = Set(files.map(\.file.sha256))
    let missing = candidate.form.files.filter { !acting.contains($0.sha256) }.map(\.name.description)
    leftOut = candidate.leftOut + missing
    self.files = files
  }
}

/// A file of rules that acts.
struct ActingFile {
  let file: ListOffer.File
  let compiled: any CompiledRuleList
  /// The sites for which it has an exception.
  let sites: SiteSet
}
