import ContentBlocker
import Conversion
import FilterSyntax

/// What `sluice.json` says: which lists to build of which sources.
public struct BuildFile: Hashable, Sendable {
  /// The name that is looked for in a folder and those above it.
  public static let fileName = "sluice.json"

  /// What describes the file to editors: a URL, or a path relative to the build file; nil when it names none.
  public var schema: String?
  /// The output directory, relative to the build file; nil when it names none.
  public var output: String?
  /// How sources are fetched.
  public var fetching = FetchPolicy()
  /// The lists, in the order in which they are built.
  public var lists: [ListRecipe]

  /// A build file with these lists.
  public init(lists: [ListRecipe]) { self.lists = lists }
}

/// How sources are fetched.
public struct FetchPolicy: Hashable, Sendable {
  /// Seconds without a byte after which an attempt ends.
  public var idleTimeout = 20
  /// Seconds that a source may take, all attempts together.
  public var totalTimeout = 180
  /// How often an attempt that may succeed the next time is repeated.
  public var retries = 3
  /// The largest body, decompressed, in bytes.
  public var maximumBytes = 64 << 20
  /// A body smaller than this share of the last good one is not believed.
  public var minimumShare = 0.5
  /// How many sources are fetched at once.
  public var concurrency = 6
  /// The most files that a source and what it includes may have.
  public var maximumIncludes = 1000

  /// The defaults.
  public init() {}
}

/// One list: what it is made of and what is written for it.
public struct ListRecipe: Hashable, Sendable {
  /// How the output is cut into rule lists.
  public enum Split: String, CaseIterable, Hashable, Sendable {
    /// One rule list.
    case none
    /// Network filters apart from cosmetic ones.
    case action
    /// One rule list for each source; each has the exceptions of all.
    case source
  }

  /// What happens to a rule list with more rules or bytes than its limit.
  public enum Excess: String, CaseIterable, Hashable, Sendable {
    /// The build fails.
    case stop
    /// Blocking rules are left out from the end.
    case truncate
    /// It becomes several, each with the exceptions that its rules need.
    case shard
  }

  /// Tracker Radar's data for a list of their own beside the filters', since their licences differ.
  public struct Trackers: Hashable, Sendable {
    /// tds.json.
    public var blocklist: SourceRecipe.Place
    /// The allowlist, the temporary list, unprotected sites.
    public var exceptions: [SourceRecipe.Place]
    /// The folder with surrogates for the scripts for pages, a directory or the URL of one; nil for none.
    public var surrogates: SourceRecipe.Place?
  }

  /// The name of its files, without extension.
  public var name: String
  /// What people call it.
  public var title: String?
  /// What it is for.
  public var description: String?
  /// Where to read about it.
  public var homepage: String?
  /// The licence of the list as a whole, when its maker states one.
  public var licence: String?
  /// The version that its maker gives it.
  public var version: String?
  /// What it is made of.
  public var sources: [SourceRecipe]
  /// Which filters stay; empty for all.
  public var includes: [FilterPattern] = []
  /// Which filters go.
  public var excludes: [FilterPattern] = []
  /// Files or URLs with further entries of ``includes``, one a line.
  public var includeFiles: [String] = []
  /// Files or URLs with further entries of ``excludes``.
  public var excludeFiles: [String] = []
  /// Changes of all sources together.
  public var transformations: Set<Transformation> = []
  /// The WebKits to build for. With more than one, names of files have them.
  public var targets = [Target.standard]
  /// How the output is cut; nil for two lists where one would be worse: `ListSplit.whereBetter`.
  public var split: Split?
  /// How the network rules are spread over several lists; nil for not at all.
  public var sharding: Sharding?
  /// Which of the forms that mean the same is wanted.
  public var preferredForm = FormPreference.auto
  /// The most rules of a rule list; nil for the target's limit.
  public var maximumRules: Int?
  /// The most bytes of JSON of a rule list; nil for any number.
  public var maximumBytes: Int?
  /// What to do beyond these.
  public var excess = Excess.stop
  /// Whether to write which filters each rule comes from, which takes a quarter of the time of a build.
  public var makesSourceMaps = false
  /// Whether to write the scripts that do in pages what rules cannot.
  public var makesPageScripts = false
  /// Whether these tell their host what seems to be blocked.
  public var reportsFromPages = false
  /// Whose host the domains of network filters are.
  public var domainScope = DomainScope.page
  /// In which documents hiding filters act that name no site.
  public var genericHiding = GenericHiding.everywhere
  /// Tracker Radar's data, or nil.
  public var trackers: Trackers?
  /// Names that hold in `!#if`.
  public var constants = ConversionOptions().constants
  /// The names of lists that are used beside this one. WebKit lets no exception of one list lift a rule of another, so
  /// their exceptions, and their `$badfilter`, hold in this one too.
  public var beside: [String] = []
  /// Which of AdGuard's content blockers it is, for `!#safari_cb_affinity`; nil to take all filters.
  public var affinity: String?
  /// The program that the list is for, as the list itself says; it is in ``constants``.
  var platform: ListPlatform?
  /// What the list itself says of ``constants``, until the file's own are known.
  var definitions: [Definition] = []
  /// Whether the list says nothing of ``targets``.
  var usesDefaultTargets = true

  /// A list of these sources.
  public init(name: String, sources: [SourceRecipe]) {
    self.name = name
    self.sources = sources
  }

  /// What the names of its files for a target begin with.
  func stem(for target: Target) -> String { Self.stem(of: name, for: target, among: targets) }

  /// The target that one of its files is for.
  func target(ofFile file: String) -> Target? { Self.target(ofFile: file, of: name, for: targets) }

  /// What the names of files for a target begin with, of a list for these.
  private static func stem(of name: String, for target: Target, among targets: [Target]) -> String {
    targets.count > 1 ? "\(name).\(target.rawValue)" : name
  }

  /// The target that a file is for, of a list for these.
  static func target(ofFile file: String, of name: String, for targets: [Target]) -> Target? {
    func stem(_ target: Target) -> String { Self.stem(of: name, for: target, among: targets) }
    // `ads.safari-18.6.json` begins like the files for safari-18 too.
    return targets.filter { file.hasPrefix("\(stem($0)).") }.max { stem($0).count < stem($1).count }
  }
}

/// One source of a list.
public struct SourceRecipe: Hashable, Sendable {
  /// Where its bytes are.
  public enum Place: Hashable, Sendable {
    /// An http or https URL.
    case url(String)
    /// A file, relative to the build file.
    case file(String)
    /// The `.txt` files of a folder, by name.
    case directory(String)

    /// The place as it was written. It may hold secrets.
    public var text: String {
      switch self {
      case .url(let text), .file(let text), .directory(let text): text
      }
    }

    /// The place without what makes no difference in a path: `./a.txt` and `a//b.txt` are `a.txt` and `a/b.txt`. Steps upwards
    /// stay, since folders may be links.
    package var normalized: Place {
      func path(_ text: String) -> String {
        let parts = text.split(separator: "/").filter { $0 != "." }
        return (text.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
      }
      return switch self {
      case .url: self
      case .file(let text): .file(path(text))
      case .directory(let text): .directory(path(text))
      }
    }

    /// The place without secrets.
    public var name: String { URLSecrets.removed(fromLocation: text) }
  }

  /// Where its bytes are.
  public var place: Place
  /// What to call it; nil for what it calls itself.
  public var name: String?
  /// Its dialect; nil to detect it.
  public var dialect: Dialect?
  /// Its licence; nil for what it says itself.
  public var licence: String?
  /// Whether scripts of it may be run, and handed to programs that would run them: only where the build file says so.
  public var isTrusted = false
  /// Whether it is no mistake when it has no filter.
  public var mayBeEmpty = false
  /// Whether a list is built without this source when it cannot be read and there is no earlier copy of it.
  public var isOptional = false
  /// Which filters stay; empty for all.
  public var includes: [FilterPattern] = []
  /// Which filters go.
  public var excludes: [FilterPattern] = []
  /// Files or URLs with further entries of ``includes``, one a line.
  public var includeFiles: [String] = []
  /// Files or URLs with further entries of ``excludes``.
  public var excludeFiles: [String] = []
  /// Changes of its lines.
  public var transformations: Set<Transformation> = []

  /// A source at this place. Wherever it lies, it is not trusted: most files are copies of lists from the web.
  public init(_ place: Place) {
    self.place = place
  }
}
