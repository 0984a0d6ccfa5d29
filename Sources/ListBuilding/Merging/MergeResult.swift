import ContentBlocker
import Conversion
import FilterSyntax
import TrackerRadar

/// A list to be written.
public struct MergedList: Sendable {
  /// The inputs whose rules it holds.
  public var inputs: [String]
  /// What tells its file from those of others: an input's name, or `network` and `cosmetic`; nil where nothing
  /// but a number does.
  public var label: String?
  /// The form of the rules that come from filter lists and Tracker Radar.
  public var form: ListForm
  /// The rules.
  public var rules: RuleList
}

/// Two inputs whose licences forbid to put them into one work.
public struct LicenceConflict: Hashable, Sendable {
  /// One of them, and its licence.
  public var first, firstLicence: String
  /// The other one, and its licence.
  public var second, secondLicence: String
  /// Whether they share a list all the same, because that was asked for.
  public var isMixed: Bool
}

/// What a merge gives.
public struct MergeResult: Sendable {
  /// The lists, in the order in which they are to be added.
  public var lists: [MergedList] = []
  /// The inputs in their order: by name.
  public var inputs: [MergeInput]
  /// Inputs whose licences conflict.
  public var licenceConflicts: [LicenceConflict] = []
  /// What is wrong in Tracker Radar's files and exceptions, with the number of the input.
  public var problems: [(input: Int, problem: TrackerDataProblem)]
  /// What became of the filters of filter lists, with the numbers of the inputs.
  public var conversions: [(inputs: [Int], report: ConversionReport)]
  /// What filter lists were taken for, with the numbers of the inputs.
  public var readings: [(input: Int, reading: ListReading)]
  /// The filters of all filter lists that rules cannot express, and these lists; nil without filter lists, or where that
  /// was not asked for.
  public var deferred: (filters: DeferredFilters, lists: [ParsedSource])?
  /// The Tracker Radar data among the inputs.
  public var trackerRadar: TrackerRadar?
  let described: [Described]

  /// An input as the manifest has it.
  struct Described: Sendable {
    var manifest: Manifest.Input
    var licence: Licence?
    var kind: Kind
  }

  /// What an input is.
  enum Kind: Hashable, Sendable {
    case filters, rules, trackerRadar
    case exceptions(TrackerExceptionsKind)

    var name: String {
      switch self {
      case .filters: "filters"
      case .rules: "rules"
      case .trackerRadar: "tracker-radar"
      case .exceptions(let kind): kind.rawValue
      }
    }
  }

  init(inputs: [MergeInput], _ reader: MergeReader) {
    self.inputs = inputs
    described = reader.described
    problems = reader.problems
    conversions = reader.conversions
    readings = reader.readings
    trackerRadar = reader.trackerRadar
  }

  /// Says of filters among ``deferred`` that a script for pages does them; their lines are those of its lists.
  public mutating func settleInPages(_ lines: Set<FilterLine>) {
    var first = 0
    for index in conversions.indices {
      conversions[index].report.settleInPages {
        lines.contains(FilterLine(source: first + $0.source, line: $0.line))
      }
      first += conversions[index].inputs.count
    }
  }

  /// The names of the lists' files, where the one that was asked for is `NAME.json`: with the label, and with a
  /// number where there are several of one label.
  public func names(like name: String) -> [String] {
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    var counts: [String?: Int] = [:]
    for list in lists { counts[list.label, default: 0] += 1 }
    var numbers: [String?: Int] = [:]
    return lists.map { list in
      numbers[list.label, default: 0] += 1
      let isAlone = counts[list.label] == 1
      if isAlone, list.label == nil { return name }
      let label = list.label.map { ".\($0)" } ?? ""
      return stem + label + (isAlone ? "" : ".\(numbers[list.label] ?? 1)") + ".json"
    }
  }

  /// The manifest of the lists, written under these names.
  public func manifest(toolVersion: String, outputs: [Manifest.Output]) -> Manifest {
    Manifest(
      tool: .init(version: toolVersion), outputs: outputs, inputs: described.map(\.manifest),
      trackerRadar: identifiers)
  }

  /// The ids of the parts of Tracker Radar; an input's entity tag if it is known, as apps use that too.
  private var identifiers: Manifest.TrackerRadarIdentifiers? {
    guard described.contains(where: { $0.kind != .filters && $0.kind != .rules }) else { return nil }
    var identifiers = Manifest.TrackerRadarIdentifiers()
    for input in described {
      let id = input.manifest.etag ?? String(input.manifest.sha256.prefix(16))
      func add(_ place: inout String?) { place = place.map { "\($0)+\(id)" } ?? id }
      switch input.kind {
      case .filters, .rules: break
      case .trackerRadar: add(&identifiers.tds)
      case .exceptions(.temporary), .exceptions(.contentBlocking): add(&identifiers.temporary)
      case .exceptions(.allowlist): add(&identifiers.allowlist)
      case .exceptions(.requestBlocklist): add(&identifiers.requestBlocklist)
      case .exceptions(.clickToLoad): add(&identifiers.clickToLoad)
      case .exceptions(.userSites): add(&identifiers.userSites)
      case .exceptions(.privacyConfiguration):
        add(&identifiers.temporary)
        add(&identifiers.allowlist)
        add(&identifiers.requestBlocklist)
        add(&identifiers.clickToLoad)
      }
    }
    return identifiers
  }
}
