import SluiceConversion
import SluiceRules
import SluiceSyntax

/// The contents of `sluice.json`: the lists to build and their sources.
public struct BuildFile: Hashable, Sendable {
  /// The usual file name.
  public static let fileName = "sluice.json"
  /// The file names that `sluice` searches for in a folder and its parents. All are read as JSON5; editors
  /// choose the syntax by the name.
  public static let fileNames = [fileName, "sluice.jsonc", "sluice.json5"]

  /// The JSON schema of the file, for editors: a URL, or a path relative to the build file; nil if the file
  /// names none.
  public var schema: String?
  /// The output directory, relative to the build file; nil if the file names none.
  public var output: String?
  /// The limits and retries for fetching sources.
  public var fetching = FetchPolicy()
  /// The lists, in build order.
  public var lists: [ListRecipe]

  /// Creates a build file with the given lists.
  public init(lists: [ListRecipe]) { self.lists = lists }
}

/// Limits and retries for fetching sources.
public struct FetchPolicy: Hashable, Sendable {
  /// The number of seconds without data after which an attempt fails.
  public var idleTimeout = 20
  /// The maximum number of seconds for one source, including all attempts.
  public var totalTimeout = 180
  /// The maximum number of retries after a temporary failure.
  public var retries = 3
  /// The maximum size of a body in bytes, decompressed.
  public var maximumBytes = 64 << 20
  /// The minimum size of a new body, as a share of the last good copy. A smaller body is rejected.
  public var minimumShare = 0.5
  /// The maximum number of sources to fetch at the same time.
  public var concurrency = 6
  /// The maximum number of files in a source, including the files that it includes.
  public var maximumIncludes = 1000

  /// Creates a policy with the default values.
  public init() {}
}

/// One list: its sources and the files to write for it.
public struct ListRecipe: Hashable, Sendable {
  /// How the rules are split into rule lists.
  @nonexhaustive public enum Split: String, CaseIterable, Hashable, Sendable {
    /// One rule list.
    case none
    /// One rule list for network filters and one for cosmetic filters.
    case action
    /// One rule list for each source. Each contains the exceptions of all sources.
    case source
  }

  /// The action for a rule list that exceeds its limit of rules or bytes.
  @nonexhaustive public enum Excess: String, CaseIterable, Hashable, Sendable {
    /// Fail the build.
    case stop
    /// Drop blocking rules from the end.
    case truncate
    /// Write several rule lists, each with the exceptions that its rules need.
    case shard
  }

  /// Tracker Radar data. It becomes a separate list, because its license differs from that of the filters.
  public struct Trackers: Hashable, Sendable {
    /// The blocklist (`tds.json`).
    public var blocklist: SourceRecipe.Location
    /// The allowlist, the temporary list and the unprotected sites.
    public var exceptions: [SourceRecipe.Location]
    /// A directory of surrogate scripts for the page scripts, or its URL; nil for no surrogates.
    public var surrogates: SourceRecipe.Location?
  }

  /// The base name of the list's files, without extension.
  public var name: String
  /// A title for display.
  public var title: String?
  /// A description of the list.
  public var description: String?
  /// The URL of the list's home page.
  public var homepage: String?
  /// The license of the entire list, if its maintainer states one.
  public var license: String?
  /// The version that the maintainer gives the list.
  public var version: String?
  /// The time after which readers of the list fetch it again, as `! Expires:` states it.
  public var expires: String?
  /// The sources of the list.
  public var sources: [SourceRecipe]
  /// The filters to keep; empty keeps all.
  public var includes: [FilterPattern] = []
  /// The filters to remove.
  public var excludes: [FilterPattern] = []
  /// Files or URLs with more entries for ``includes``, one per line.
  public var includeFiles: [String] = []
  /// Files or URLs with more entries for ``excludes``, one per line.
  public var excludeFiles: [String] = []
  /// Transformations to apply to all sources together.
  public var transformations: Set<Transformation> = []
  /// The WebKit versions to build for. With more than one, file names contain the target.
  public var targets = [Target.standard]
  /// How the output is split. With nil, the target and the filters decide between one and two lists:
  /// `ListSplit.whereBetter`.
  public var split: Split?
  /// How the network rules are distributed over several lists; nil to keep them in one.
  public var sharding: Sharding?
  /// The preferred form among equivalent forms of the rules.
  public var preferredForm = FormPreference.auto
  /// The maximum number of rules in a rule list; nil for the target's limit.
  public var maximumRules: Int?
  /// The maximum size of a rule list's JSON in bytes; nil for no limit.
  public var maximumBytes: Int?
  /// The action for a rule list that exceeds its limits.
  public var excess = Excess.stop
  /// Whether to write source maps, which trace each rule to its filters. They take a quarter of the build
  /// time.
  public var makesSourceMaps = false
  /// Whether to write rules of a web extension for the filters that change requests, and the resources that they redirect
  /// to. The rule lists then leave redirected requests to these rules.
  public var makesRequestChanges = false
  /// The end of the name of the ruleset for these rules: `NAME.changes.json`.
  package static let changesName = "changes"
  /// Whether to write page scripts, which apply the filters that rules cannot express.
  public var makesPageScripts = false
  /// Whether to write the filters as text, for programs that read filter lists.
  public var makesTextList = false
  /// Whether the page scripts tell the host app which requests seem to be blocked.
  public var reportsFromPages = false
  /// Whether the page scripts hide images and frames whose requests seem to be blocked.
  public var collapsesInPages = false
  /// The document whose host is compared with the domains of network filters.
  public var domainScope = DomainScope.page
  /// The documents in which generic hiding filters apply.
  public var genericHiding = GenericHiding.everywhere
  /// The Tracker Radar data, or nil.
  public var trackers: Trackers?
  /// The names that are true in `!#if` directives.
  public var constants = ConversionOptions().constants
  /// The names of lists that are used together with this one.
  ///
  /// In WebKit, an exception cannot override a rule of another list. So the exceptions and `$badfilter`
  /// filters of these lists apply to this list too.
  public var usedWith: [String] = []
  /// The AdGuard content blocker that this list is for, which selects filters in `!#safari_cb_affinity`; nil
  /// to keep all filters.
  public var affinity: String?
  /// The program that the list is for, if the list states one; ``constants`` already includes its names.
  var platform: ListPlatform?
  /// The list's own definitions. They are applied to ``constants`` after those of the build file.
  var definitions: [Definition] = []
  /// Whether the list leaves ``targets`` at the default.
  var usesDefaultTargets = true

  /// Creates a list of the given sources.
  public init(name: String, sources: [SourceRecipe]) {
    self.name = name
    self.sources = sources
  }

  /// Returns the prefix of the list's file names for a target.
  package func stem(for target: Target) -> String { Self.stem(of: name, for: target, among: targets) }

  /// Returns the target that one of the list's files is for.
  package func target(ofFile file: String) -> Target? { Self.target(ofFile: file, of: name, for: targets) }

  /// Returns the prefix of a list's file names for one of its targets.
  private static func stem(of name: String, for target: Target, among targets: [Target]) -> String {
    targets.count > 1 ? "\(name).\(target.rawValue)" : name
  }

  /// Returns the target that a file of a list is for.
  package static func target(ofFile file: String, of name: String, for targets: [Target]) -> Target? {
    func stem(_ target: Target) -> String { Self.stem(of: name, for: target, among: targets) }
    // `ads.safari-18.6.json` also has the prefix of the files for safari-18.
    return targets.filter { file.hasPrefix("\(stem($0)).") }.max { stem($0).count < stem($1).count }
  }
}

/// One source of a list.
public struct SourceRecipe: Hashable, Sendable {
  /// The location of a source.
  @nonexhaustive public enum Location: Hashable, Sendable {
    /// An http or https URL.
    case url(String)
    /// A file, relative to the build file.
    case file(String)
    /// The `.txt` files of a folder, sorted by name.
    case directory(String)

    /// The location as written. It can contain secrets.
    public var text: String {
      switch self {
      case .url(let text), .file(let text), .directory(let text): text
      }
    }

    /// The location in normal form: `./a.txt` and `a//b.txt` become `a.txt` and `a/b.txt`.
    ///
    /// `..` stays, because folders can be symbolic links.
    package var normalized: Location {
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

    /// The location without secrets.
    public var name: String { URLSecrets.removed(fromLocation: text) }
  }

  /// The location of the source.
  public var location: Location
  /// The name to display; nil to use the title in the source.
  public var name: String?
  /// The dialect; nil to detect it.
  public var dialect: Dialect?
  /// The license; nil to use the one that the source states.
  public var license: String?
  /// Whether scripts from this source may run, or be passed to programs that run them. Only the build file
  /// can set this.
  public var isTrusted = false
  /// Whether the source may contain no filters. Otherwise, an empty source is an error.
  public var mayBeEmpty = false
  /// Whether the list is built without this source if it cannot be read and has no cached copy.
  public var isOptional = false
  /// The filters to keep; empty keeps all.
  public var includes: [FilterPattern] = []
  /// The filters to remove.
  public var excludes: [FilterPattern] = []
  /// Files or URLs with more entries for ``includes``, one per line.
  public var includeFiles: [String] = []
  /// Files or URLs with more entries for ``excludes``, one per line.
  public var excludeFiles: [String] = []
  /// Transformations to apply to the source's lines.
  public var transformations: Set<Transformation> = []

  /// Creates a source at a location.
  ///
  /// No source is trusted by default, not even a local file: most files are copies of lists from the web.
  public init(_ location: Location) {
    self.location = location
  }
}
