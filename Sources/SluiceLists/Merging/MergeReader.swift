import SluiceConversion
import SluiceListFiles
import SluiceRules
import SluiceSyntax
import SluiceText
import SluiceTrackers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader that converts the inputs of a merge into parts.
struct MergeReader {
  private let options: MergeOptions
  private(set) var described: [MergeResult.Described] = []
  private(set) var problems: [(input: Int, problem: TrackerDataProblem)] = []
  private(set) var conversions: [(inputs: [Int], report: ConversionReport)] = []
  /// The filters that rules cannot express, if one conversion has all filter lists.
  private var advancedOfAll: AdvancedFilters?
  private(set) var trackerRadar: TrackerRadar?
  /// The detected kind and dialect of each filter list, with the number of the input.
  private(set) var readings: [(input: Int, reading: ListReading)] = []
  private var trackers: [(input: Int, name: String, data: TrackerData, license: License?)] = []
  private var exceptions = TrackerExceptions()
  private var exceptionInputs: [(number: Int, name: String)] = []
  private var filterLists: [(input: Int, source: ParsedSource, license: License?)] = []
  private var ruleLists: [(input: Int, rules: [Rule])] = []

  init(options: MergeOptions) { self.options = options }

  mutating func read(_ input: MergeInput, number: Int) throws(MergeError) {
    switch InputShape(of: input.bytes) {
    case .filters: try readFilters(input, number: number)
    case .rules: try readRules(input, number: number)
    case .names: try readExceptions(input, number: number)
    case .object: try readObject(input, number: number)
    }
  }

  private mutating func describe(
    _ input: MergeInput, kind: MergeResult.Kind, license: License? = nil, version: String? = nil
  ) {
    var manifest = Manifest.Input(name: input.name, kind: kind.name, content: input.bytes)
    manifest.etag = input.etag
    manifest.license = license?.text
    manifest.version = version
    described.append(MergeResult.Described(manifest: manifest, license: license, kind: kind))
  }

  private mutating func readFilters(_ input: MergeInput, number: Int) throws(MergeError) {
    let source = Source(name: input.name, bytes: input.bytes, accepts: options.conversion.acceptedFiles)
    for parsed in Converter(options: options.conversion).parse([source]) {
      if let refusal = parsed.refusal { throw .conversion(input: input.name, refusal) }
      let metadata = ListMetadata(parsing: input.bytes)
      let license = metadata.license.map { License($0) }
      describe(input, kind: .filters, license: license, version: metadata.version)
      filterLists.append((number, parsed, license))
      readings.append((number, parsed.reading(options.conversion)))
    }
  }

  private mutating func readRules(_ input: MergeInput, number: Int) throws(MergeError) {
    do throws(RuleListFinding) {
      let list = try RuleList(decodingJSON: input)
      describe(input, kind: .rules)
      ruleLists.append((number, list.rules.filter { $0 != .noOperation }))
    } catch {
      throw .invalidRules(input: input.name, error)
    }
  }

  private mutating func readObject(_ input: MergeInput, number: Int) throws(MergeError) {
    do throws(TrackerDataProblem) {
      let (data, found) = try TrackerData.decodingJSON(input)
      problems += found.map { (number, $0) }
      let license = data.isDuckDuckGos ? License.trackerRadar : nil
      describe(input, kind: .trackerRadar, license: license)
      trackers.append((number, input.name, data, license))
    } catch {
      guard error.reason == .noTrackers else { throw unusable(input, problem: error) }
      try readExceptions(input, number: number)
    }
  }

  private mutating func readExceptions(_ input: MergeInput, number: Int) throws(MergeError) {
    do throws(TrackerDataProblem) {
      let (found, kind, problems) = try TrackerExceptions.decodingJSON(
        input, file: number, appVersion: options.appVersion)
      self.problems += problems.map { (number, $0) }
      describe(input, kind: .exceptions(kind))
      exceptions.append(found)
      exceptionInputs.append((number, input.name))
    } catch {
      throw unusable(input, problem: error)
    }
  }

  private func unusable(_ input: MergeInput, problem: TrackerDataProblem) -> MergeError {
    .unusable(input: input.name, problem)
  }

  /// Adds the problems of Tracker Radar data or its exceptions. `data` is the number of the data among the
  /// inputs.
  private mutating func add(_ found: [TrackerDataProblem], data: Int) {
    problems += found.map { ($0.place.file ?? data, $0) }
  }

  /// Returns the parts: Tracker Radar, then filter lists, then rule lists.
  mutating func parts() throws(MergeError) -> [MergePart] {
    var parts: [MergePart] = []
    if trackers.count > 1 { throw .severalTrackerFiles(trackers.map(\.name)) }
    if let (number, _, data, license) = trackers.first {
      let radar = TrackerRadar(data, exceptions: exceptions, options: trackerOptions)
      let (rules, found) = radar.rules(withExceptions: !options.appendsExceptions)
      add(found, data: number)
      trackerRadar = radar
      let isOnlyTail =
        options.appendsExceptions && exceptions.requestBlocklist.isEmpty && exceptions.clickToLoad == nil
      let inputs = [number] + (isOnlyTail ? [] : exceptionInputs.map(\.number))
      parts.append(MergePart(inputs: inputs.sorted(), rules: rules, licenses: license.map { [$0] } ?? []))
    } else if let input = exceptionInputs.first {
      guard options.appendsExceptions else { throw .exceptionsWithoutTrackers(input: input.name) }
      // The request blocklist needs no trackers.
      let radar = TrackerRadar(TrackerData(), exceptions: exceptions, options: trackerOptions)
      let (rules, found) = radar.rules(withExceptions: false)
      add(found, data: input.number)
      if !rules.isEmpty {
        parts.append(MergePart(inputs: exceptionInputs.map(\.number), rules: rules, licenses: []))
      }
    }
    if options.sharesExceptions, !filterLists.isEmpty {
      parts.append(try part(of: filterLists))
    } else {
      for list in filterLists { parts.append(try part(of: [list])) }
    }
    for list in ruleLists {
      let rules = list.rules.adapted(for: options.conversion.target)
      parts.append(MergePart(inputs: [list.input], rules: rules, licenses: []))
    }
    return parts
  }

  private var trackerOptions: TrackerOptions {
    var trackers = options.trackers
    trackers.target = options.conversion.target
    return trackers
  }

  /// Returns rules for the exceptions, without the rules for trackers.
  mutating func exceptionRules() -> [Rule] {
    let (rules, found) = TrackerRadar.rules(of: exceptions, for: options.conversion.target)
    if let number = exceptionInputs.first?.number { add(found, data: number) }
    return rules
  }

  /// Returns the filters of all filter lists that rules cannot express.
  ///
  /// Page scripts treat all lists as one list, as other content blockers do: the exceptions of each list
  /// apply to the filters of all lists.
  func advancedFilters() throws(MergeError) -> (filters: AdvancedFilters, lists: [ParsedSource])? {
    guard let name = filterLists.first?.source.name else { return nil }
    let lists = filterLists.map(\.source)
    if let advancedOfAll { return (advancedOfAll, lists) }
    do throws(ConversionError) {
      return (try Converter(options: conversion).convert(lists).advancedFilters(), lists)
    } catch {
      throw .conversion(input: name, error)
    }
  }

  private var conversion: ConversionOptions {
    var conversion = options.conversion
    // The last step applies the form and the limit.
    conversion.ignoresLimit = true
    conversion.preferredForm = .compile
    conversion.split = .none
    return conversion
  }

  private mutating func part(
    of lists: [(input: Int, source: ParsedSource, license: License?)]
  ) throws(MergeError) -> MergePart {
    do throws(ConversionError) {
      let result = try Converter(options: conversion).convert(lists.map(\.source))
      conversions.append((lists.map(\.input), result.report))
      if options.findsAdvancedFilters, lists.count == filterLists.count {
        advancedOfAll = result.advancedFilters()
      }
      return MergePart(
        inputs: lists.map(\.input), rules: result.lists.flatMap(\.rules.rules),
        licenses: lists.compactMap(\.license))
    } catch {
      throw .conversion(input: lists.first?.source.name ?? "", error)
    }
  }
}

/// A file to merge.
package struct MergeInput: Sendable {
  /// The path or URL of the file.
  package var name: String
  /// The contents of the file.
  package var bytes: [UInt8]
  /// The entity tag from the server, if known.
  package var etag: String?

  /// Creates an input from its contents.
  package init(name: String, bytes: some InputBytes & ~Escapable, etag: String? = nil) {
    self.name = name
    self.bytes = bytes.inputArray()
    self.etag = etag
  }

  /// Reads a local file and names the input after its path.
  package init(contentsOf file: URL) throws(FileProblem) {
    let text = try FileText(contentsOf: file)
    self.init(name: text.path, bytes: text)
  }
}

extension MergeInput: InputBytes {
  /// The ``name``.
  package var inputName: String? { name }

  /// Calls a closure with ``bytes``.
  package func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(bytes.span) }

  /// Returns ``bytes``.
  package func inputArray() -> [UInt8] { bytes }
}

/// Options of a merge.
package struct MergeOptions: Sendable {
  /// Options for converting filter lists. The limits also apply to every list that is written.
  package var conversion = ConversionOptions()
  /// Options for Tracker Radar data.
  package var trackers = TrackerOptions()
  /// The version of the app that uses the lists, for features of a privacy configuration that need a version;
  /// nil for the newest.
  package var appVersion: String?
  /// Whether exceptions may override rules of other inputs. All inputs then become one list.
  package var sharesExceptions = false
  /// Whether external exceptions are appended to every list, where they override all rules. Otherwise, they
  /// apply only to the Tracker Radar files.
  package var appendsExceptions = false
  /// How the merged rules are split into lists.
  package var split = MergeSplit.none
  /// Whether to compute ``MergeResult/advancedFilters``.
  package var findsAdvancedFilters = false
  /// Whether inputs with conflicting licenses may share a list.
  package var mixesLicenses = false

  /// Creates options with the default values.
  package init() {}
}

/// How merged rules are split into lists.
package enum MergeSplit: String, CaseIterable, Hashable, Sendable {
  /// Into as few lists as possible without changing the behavior.
  case none
  /// Into blocking lists and hiding lists.
  case action
  /// Into one list for each input.
  case input
}
