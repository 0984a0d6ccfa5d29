import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceTrackers

/// A rule list that a merge produced.
package struct MergedList: Sendable {
  /// The inputs whose rules the list contains.
  package var inputs: [String]
  /// The label in the file name: an input's name, or `network` and `cosmetic`; nil if at most a number
  /// distinguishes the file from others.
  package var label: String?
  /// The form of the rules from filter lists and Tracker Radar.
  package var form: ListForm
  /// The rules, in evaluation order.
  package var rules: RuleList
}

/// Two inputs whose licenses do not allow combining them.
package struct LicenseConflict: Hashable, Sendable {
  /// The first input and its license.
  package var first, firstLicense: String
  /// The second input and its license.
  package var second, secondLicense: String
  /// Whether the two inputs share a list anyway, because the options allow it.
  package var isMixed: Bool
}

/// The result of a merge.
package struct MergeResult: Sendable {
  /// The lists, in the order in which to add them.
  package var lists: [MergedList] = []
  /// The inputs, sorted by name.
  package var inputs: [MergeInput]
  /// Pairs of inputs with conflicting licenses.
  package var licenseConflicts: [LicenseConflict] = []
  /// Problems in Tracker Radar files and exceptions, with the number of the input.
  package var problems: [(input: Int, problem: TrackerDataProblem)]
  /// The conversion reports of the filter lists, with the numbers of the inputs.
  package var conversions: [(inputs: [Int], report: ConversionReport)]
  /// The detected kind and dialect of each filter list, with the number of the input.
  package var readings: [(input: Int, reading: ListReading)]
  /// The filters that rules cannot express, and their lists; nil without filter lists, or if not requested.
  package var advancedFilters: (filters: AdvancedFilters, lists: [ParsedSource])?
  /// The Tracker Radar data among the inputs.
  package var trackerRadar: TrackerRadar?
  let described: [Described]

  /// An input as the manifest describes it.
  struct Described: Sendable {
    var manifest: Manifest.Input
    var license: License?
    var kind: Kind
  }

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

  /// Marks filters as applied by a page script. `places` refer to the lists of ``advancedFilters``.
  package mutating func settleInPages(_ places: Set<FilterPlace>) {
    var first = 0
    for index in conversions.indices {
      conversions[index].report.settleInPages {
        places.contains($0.inList(first + $0.source))
      }
      first += conversions[index].inputs.count
    }
  }

  /// Returns the file names of the lists, based on the requested name.
  ///
  /// The names contain the label, and a number if several lists have the same label.
  package func names(like name: String) -> [String] {
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

  /// Returns the manifest of the lists, written as the given outputs.
  package func manifest(toolVersion: String, outputs: [Manifest.Output]) -> Manifest {
    Manifest(
      tool: .init(version: toolVersion), outputs: outputs, inputs: described.map(\.manifest),
      trackerRadar: identifiers)
  }

  /// The identifiers of the Tracker Radar parts. If the entity tag of an input is known, it is the
  /// identifier, as in apps.
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
      case .exceptions(.elementHiding): add(&identifiers.elementHiding)
      case .exceptions(.userSites): add(&identifiers.userSites)
      case .exceptions(.privacyConfiguration):
        add(&identifiers.temporary)
        add(&identifiers.allowlist)
        add(&identifiers.requestBlocklist)
        add(&identifiers.clickToLoad)
        add(&identifiers.elementHiding)
      }
    }
    return identifiers
  }
}

/// A license, for deciding whether two works may be combined into one.
package struct License: Hashable, Sendable {
  /// The license as the input states it, or the known license of its kind.
  package var text: String

  /// Creates a license from its text.
  package init(_ text: String) { self.text = text }

  static let trackerRadar = License("CC BY-NC-SA 4.0")

  /// Whether the license forbids commercial use.
  var isNonCommercial: Bool {
    let text = text.lowercased()
    return text.contains("-nc") || text.contains("noncommercial") || text.contains("non-commercial")
  }

  /// Whether a work that includes this one must be under the GPL, which does not allow that restriction.
  ///
  /// EasyList names its licenses, the GPL and CC BY-SA, by the URL of a page.
  var isGPL: Bool {
    let text = text.lowercased()
    return text.contains("gpl") || text.contains("general public license")
      || text.contains("easylist.to/pages/licence")
  }

  static func conflict(_ a: License?, _ b: License?) -> Bool {
    guard let a, let b else { return false }
    return a.isNonCommercial && b.isGPL || a.isGPL && b.isNonCommercial
  }
}
