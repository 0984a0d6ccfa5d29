import SluiceRules
import SluiceSyntax

// Reading for a build, before anything is converted: `BuildFileReader` reads the build file, `SourceCollector` the
// sources of its lists, with their includes, through the cache of `SourceStore`. `ListInputs` applies exclusions,
// patterns and transformations. SluiceLists builds the result.

/// The contents of `sluice.json`: the lists to build and their sources.
package struct BuildFile: Hashable, Sendable {
  /// The usual file name.
  package static let fileName = "sluice.json"
  /// The file names that `sluice` searches for in a folder and its parents. All are read as JSON5; editors
  /// choose the syntax by the name.
  package static let fileNames = [fileName, "sluice.jsonc", "sluice.json5"]

  /// The JSON schema of the file, for editors: a URL, or a path relative to the build file; nil if the file
  /// names none.
  package var schema: String?
  /// The output directory, relative to the build file; nil if the file names none.
  package var output: String?
  /// The limits and retries for fetching sources.
  package var fetching = FetchPolicy()
  /// The lists, in build order.
  package var lists: [ListRecipe]

  /// Creates a build file with the given lists.
  package init(lists: [ListRecipe]) { self.lists = lists }
}

/// Limits and retries for fetching sources.
package struct FetchPolicy: Hashable, Sendable {
  /// The number of seconds without data after which an attempt fails.
  package var idleTimeout = 20
  /// The maximum number of seconds for one source, including all attempts.
  package var totalTimeout = 180
  /// The maximum number of retries after a temporary failure.
  package var retries = 3
  /// The maximum size of a body in bytes, decompressed.
  package var maximumBytes = 64 << 20
  /// The minimum size of a new body, as a share of the last good copy. A smaller body is rejected.
  package var minimumShare = 0.5
  /// The maximum number of sources to fetch at the same time.
  package var concurrency = 6
  /// The maximum number of files in a source, including the files that it includes.
  package var maximumIncludes = 1000

  /// Creates a policy with the default values.
  package init() {}
}

/// One list: its sources and the files to write for it.
package struct ListRecipe: Hashable, Sendable {
  /// How the rules are split into rule lists.
  package enum Split: String, CaseIterable, Hashable, Sendable {
    /// One rule list.
    case none
    /// One rule list for network filters and one for cosmetic filters.
    case action
    /// One rule list for each source. Each contains the exceptions of all sources.
    case source
  }

  /// The action for a rule list that exceeds its limit of rules or bytes.
  package enum Excess: String, CaseIterable, Hashable, Sendable {
    /// Fail the build.
    case stop
    /// Drop blocking rules from the end.
    case truncate
    /// Write several rule lists, each with the exceptions that its rules need.
    case shard
  }

  /// Tracker Radar data. It becomes a separate list, because its license differs from that of the filters.
  package struct Trackers: Hashable, Sendable {
    /// The blocklist (`tds.json`).
    package var blocklist: SourceRecipe.Location
    /// The allowlist, the temporary list and the unprotected sites.
    package var exceptions: [SourceRecipe.Location]
    /// A directory of surrogate scripts for the page scripts, or its URL; nil for no surrogates.
    package var surrogates: SourceRecipe.Location?
  }

  /// The base name of the list's files, without extension.
  package var name: String
  /// A title for display.
  package var title: String?
  /// A description of the list.
  package var description: String?
  /// The URL of the list's home page.
  package var homepage: String?
  /// The license of the entire list, if its maintainer states one.
  package var license: String?
  /// The version that the maintainer gives the list.
  package var version: String?
  /// The time after which readers of the list fetch it again, as `! Expires:` states it.
  package var expires: String?
  /// The sources of the list.
  package var sources: [SourceRecipe]
  /// The filters to keep; empty keeps all.
  package var includes: [FilterPattern] = []
  /// The filters to remove.
  package var excludes: [FilterPattern] = []
  /// Files or URLs with more entries for ``includes``, one per line.
  package var includeFiles: [String] = []
  /// Files or URLs with more entries for ``excludes``, one per line.
  package var excludeFiles: [String] = []
  /// Transformations to apply to all sources together.
  package var transformations: Set<Transformation> = []
  /// The WebKit versions to build for. With more than one, file names contain the target.
  package var targets = [Target.standard]
  /// How the output is split. With nil, the target and the filters decide between one and two lists:
  /// `ListSplit.whereBetter`.
  package var split: Split?
  /// How the network rules are distributed over several lists; nil to keep them in one.
  package var sharding: Sharding?
  /// The preferred form among equivalent forms of the rules.
  package var preferredForm = FormPreference.auto
  /// The maximum number of rules in a rule list; nil for the target's limit.
  package var maximumRules: Int?
  /// The maximum size of a rule list's JSON in bytes; nil for no limit.
  package var maximumBytes: Int?
  /// The action for a rule list that exceeds its limits.
  package var excess = Excess.stop
  /// Whether to write source maps, which trace each rule to its filters. They take a quarter of the build
  /// time.
  package var makesSourceMaps = false
  /// Whether to write rules of a web extension for the filters that change requests, and the resources that they redirect
  /// to. The rule lists then leave redirected requests to these rules.
  package var makesRequestChanges = false
  /// The end of the name of the ruleset for these rules: `NAME.changes.json`.
  package static let changesName = "changes"
  /// Whether to write page scripts, which apply the filters that rules cannot express.
  package var makesPageScripts = false
  /// Whether to write the filters as text, for programs that read filter lists.
  package var makesTextList = false
  /// Whether the page scripts tell the host app which requests seem to be blocked.
  package var reportsFromPages = false
  /// Whether the page scripts hide images and frames whose requests seem to be blocked.
  package var collapsesInPages = false
  /// The document whose host is compared with the domains of network filters.
  package var domainScope = DomainScope.page
  /// The documents in which generic hiding filters apply.
  package var genericHiding = GenericHiding.everywhere
  /// The Tracker Radar data, or nil.
  package var trackers: Trackers?
  /// The names that are true in `!#if` directives.
  package var constants = ListPlatform.commonConstants
  /// The names of lists that are used together with this one.
  ///
  /// In WebKit, an exception cannot override a rule of another list. So the exceptions and `$badfilter`
  /// filters of these lists apply to this list too.
  package var usedWith: [String] = []
  /// The AdGuard content blocker that this list is for, which selects filters in `!#safari_cb_affinity`; nil
  /// to keep all filters.
  package var affinity: String?
  /// The program that the list is for, if the list states one; ``constants`` already includes its names.
  var platform: ListPlatform?
  /// The list's own definitions. They are applied to ``constants`` after those of the build file.
  var definitions: [Definition] = []
  /// Whether the list leaves ``targets`` at the default.
  var usesDefaultTargets = true

  /// Creates a list of the given sources.
  package init(name: String, sources: [SourceRecipe]) {
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
package struct SourceRecipe: Hashable, Sendable {
  /// The location of a source.
  package enum Location: Hashable, Sendable {
    /// An http or https URL.
    case url(String)
    /// A file, relative to the build file.
    case file(String)
    /// The `.txt` files of a folder, sorted by name.
    case directory(String)

    /// The location as written. It can contain secrets.
    package var text: String {
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
    package var name: String { URLSecrets.removed(fromLocation: text) }
  }

  /// The location of the source.
  package var location: Location
  /// The name to display; nil to use the title in the source.
  package var name: String?
  /// The dialect; nil to detect it.
  package var dialect: Dialect?
  /// The license; nil to use the one that the source states.
  package var license: String?
  /// Whether scripts from this source may run, or be passed to programs that run them. Only the build file
  /// can set this.
  package var isTrusted = false
  /// Whether the source may contain no filters. Otherwise, an empty source is an error.
  package var mayBeEmpty = false
  /// Whether the list is built without this source if it cannot be read and has no cached copy.
  package var isOptional = false
  /// The filters to keep; empty keeps all.
  package var includes: [FilterPattern] = []
  /// The filters to remove.
  package var excludes: [FilterPattern] = []
  /// Files or URLs with more entries for ``includes``, one per line.
  package var includeFiles: [String] = []
  /// Files or URLs with more entries for ``excludes``, one per line.
  package var excludeFiles: [String] = []
  /// Transformations to apply to the source's lines.
  package var transformations: Set<Transformation> = []

  /// Creates a source at a location.
  ///
  /// No source is trusted by default, not even a local file: most files are copies of lists from the web.
  package init(_ location: Location) {
    self.location = location
  }
}
