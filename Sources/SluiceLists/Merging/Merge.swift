import SluiceConversion
import SluiceRules
import SluiceSyntax
import SluiceSystem
import SluiceText
import SluiceTrackers

/// A merge of rule lists, filter lists and Tracker Radar files into lists that can be deployed.
///
/// With the merged lists, WebKit behaves as if each input were a separate list. A request is blocked if any
/// input blocks it, and exceptions do not override rules of other inputs, unless the options say so.
///
/// Inputs share a list if this does not change the behavior, and the merge produces as many lists as
/// necessary. Equal inputs give equal lists, regardless of their order.
package struct Merge: Sendable {
  /// The options of the merge.
  package var options: MergeOptions
  /// The number of steps to find duplicate rules of different inputs, in addition to a share of the rules.
  var freeSteps = 1 << 26

  /// Creates a merge.
  package init(options: MergeOptions = MergeOptions()) { self.options = options }

  package enum Step: Hashable, Sendable {
    /// Reads one of the inputs.
    case reading(String, number: Int, of: Int)
    /// Converts the filter lists among the inputs.
    case converting
    /// Combines parts into lists.
    case joining
    /// Chooses the form of one of the lists and splits it to fit its limit.
    case finishing(number: Int, of: Int)
  }

  /// Merges the inputs.
  package func run(_ inputs: [MergeInput]) throws(MergeError) -> MergeResult {
    try run(inputs, whenBegun: { _ in })
  }

  /// Merges the inputs. Calls `whenBegun` at the beginning of each step.
  package func run(_ inputs: [MergeInput], whenBegun: (Step) -> Void) throws(MergeError) -> MergeResult {
    let inputs = inputs.sorted { $0.name < $1.name }
    var reader = MergeReader(options: options)
    for (number, input) in inputs.enumerated() {
      whenBegun(.reading(input.name, number: number + 1, of: inputs.count))
      try reader.read(input, number: number)
    }
    whenBegun(.converting)
    var parts = try reader.parts()
    let tail = options.appendsExceptions ? reader.exceptionRules() : []
    var result = MergeResult(inputs: inputs, reader)
    if options.findsAdvancedFilters { result.advancedFilters = try reader.advancedFilters() }
    whenBegun(.joining)
    parts = separated(parts, result: &result, described: reader.described)
    var lists: [MergePart] = []
    for (number, part) in parts.enumerated() {
      whenBegun(.finishing(number: number + 1, of: parts.count))
      var part = part
      part.rules = RuleDuplicates.removed(from: part.rules)
      part.append(tail)
      part.rules.separateAutomata()
      part.form = FormChoice(options.conversion).form(of: part.rules)
      part.rules.rewrite(as: part.form)
      lists += try limited(part, inputs: inputs)
    }
    result.lists = lists.map { part in
      MergedList(
        inputs: part.inputs.map { inputs[$0].name }.sorted(), label: part.label, form: part.form,
        rules: RuleList(part.rules))
    }
    return result
  }

  private func separated(
    _ parts: [MergePart], result: inout MergeResult, described: [MergeResult.Described]
  ) -> [MergePart] {
    noteConflicts(parts, result: &result, described: described)
    var parts = parts
    switch options.split {
    case .input:
      return parts.map { part in
        var part = part
        part.label = part.inputs.first.map { Self.stem(of: described[$0].manifest.name) }
        return part
      }
    case .none, .action: break
    }
    if options.sharesExceptions {
      parts = parts.reduce(into: []) { lists, part in
        let place = lists.firstIndex { options.mixesLicenses || !$0.conflicts(with: part) }
        if let place { lists[place].append(part) } else { lists.append(part) }
      }
    } else {
      parts = MergeOrder.joined(
        RuleDuplicates.removed(from: parts, freeSteps: freeSteps), mixesLicenses: options.mixesLicenses)
    }
    guard options.split == .action else { return parts }
    return parts.flatMap { part in
      [true, false].map { hides in
        var half = part
        half.label = (hides ? ConvertedList.Part.cosmetic : .network).rawValue
        let positions = RuleShards.subset(of: part.rules, keepsAll: part.hasMirroredRules) { index in
          if case .hide = part.rules[index].action { hides } else { !hides }
        }
        half.rules = positions.map { part.rules[$0] }
        return half
      }
    }.filter { $0.rules.contains { !$0.action.overridesOthers } }
  }

  /// Returns a file's name without folder and extension. `-` replaces all characters except letters and
  /// digits.
  private static func stem(of name: String) -> String {
    let file = Pathname.name(of: name)
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    let text = String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" })
    return text.isEmpty ? "list" : text
  }

  private func limited(_ part: MergePart, inputs: [MergeInput]) throws(MergeError) -> [MergePart] {
    let limit = ListLimit(options.conversion)
    do throws(RuleShards.NoRoom) {
      return try RuleShards(limit: limit, of: part.rules).shards(of: part.rules).map { positions in
        var shard = part
        shard.rules = positions.map { part.rules[$0] }
        return shard
      }
    } catch {
      let names = part.inputs.map { inputs[$0].name }
      switch error {
      case .rules(let count): throw .tooManyExceptions(inputs: names, rules: count, limit: limit.rules)
      case .bytes(let bytes):
        throw .tooLargeExceptions(inputs: names, bytes: bytes, limit: limit.bytes ?? .max)
      case .lists(let count): throw .tooManyLists(inputs: names, lists: count)
      }
    }
  }

  private func noteConflicts(
    _ parts: [MergePart], result: inout MergeResult, described: [MergeResult.Described]
  ) {
    for (number, a) in described.enumerated() {
      for b in described[(number + 1)...] where License.conflict(a.license, b.license) {
        result.licenseConflicts.append(
          LicenseConflict(
            first: a.manifest.name, firstLicense: a.license?.text ?? "", second: b.manifest.name,
            secondLicense: b.license?.text ?? "", isMixed: options.mixesLicenses && options.split != .input))
      }
    }
  }
}

extension MergePart {
  var hasMirroredRules: Bool { rules.contains { $0.action == .ignoreFollowingRules } }

  mutating func append(_ other: MergePart) {
    inputs += other.inputs
    rules += other.rules
    licenses += other.licenses
  }

  /// Adds exceptions where they override all rules: at the end or, if the part uses `ignore-following-rules`,
  /// as such rules at the start.
  mutating func append(_ exceptions: [Rule]) {
    if hasMirroredRules {
      rules = exceptions.map { Rule(trigger: $0.trigger, action: .ignoreFollowingRules) } + rules
    } else {
      rules += exceptions
    }
  }
}

/// An error that stops a merge.
package enum MergeError: Error, Hashable, Sendable {
  /// A JSON file that is neither Tracker Radar data nor exceptions, or invalid JSON.
  case unusable(input: String, TrackerDataProblem)
  /// A rule list that WebKit would reject, or that cannot be represented.
  case invalidRules(input: String, RuleListFinding)
  /// Exceptions without the trackers that they apply to.
  case exceptionsWithoutTrackers(input: String)
  /// Several Tracker Radar files, which can assign domains to different owners.
  case severalTrackerFiles([String])
  /// A rule and the exceptions that it needs exceed the maximum number of rules in a list.
  case tooManyExceptions(inputs: [String], rules: Int, limit: Int)
  /// A rule and the exceptions that it needs exceed the maximum size of a list's JSON in bytes.
  case tooLargeExceptions(inputs: [String], bytes: Int, limit: Int)
  /// So many lists, or more, would repeat too many exceptions.
  case tooManyLists(inputs: [String], lists: Int)
  /// An error of the conversion.
  case conversion(input: String, ConversionError)
}

extension MergeError: CustomStringConvertible, DescribedError {
  /// A description of the error, with the input's name and the location in it.
  package var description: String {
    switch self {
    case .unusable(let input, let problem):
      "\(input)\(problem.location.map { ":\($0.line):\($0.column)" } ?? ""): \(problem.path.isEmpty ? "" : "\(problem.path): ")\(problem.description)"
        + " [\(problem.reason.id)]"
    case .invalidRules(let input, let problem):
      "\(input):\(problem.location.line):\(problem.location.column): cannot use this rule list: \(problem.reason.refusal)"
    case .exceptionsWithoutTrackers(let input):
      "'\(input)' has exceptions to Tracker Radar, which is not among the inputs"
    case .severalTrackerFiles(let names):
      "cannot merge \(names.count) Tracker Radar files: \(Self.quoted(names))"
    case .tooManyExceptions(let inputs, let rules, let limit):
      "a rule of \(Self.quoted(inputs)) and the exceptions that it needs are \(rules.grouped) rules,"
        + " more than the limit of \(limit.grouped)"
    case .tooLargeExceptions(let inputs, let bytes, let limit):
      "a rule of \(Self.quoted(inputs)) and the exceptions that it needs are \(bytes.grouped) bytes,"
        + " more than the limit of \(limit.grouped)"
    case .tooManyLists(let inputs, let lists):
      "\(Self.quoted(inputs)) has so many exceptions that it cannot be split into \(lists) lists or more"
    case .conversion(let input, .tooManyBytes(_, let bytes, let limit, _)):
      "'\(input)' becomes \(bytes.grouped) bytes, more than the limit of \(limit.grouped)"
    case .conversion(let input, .tooManyRules(_, let rules, let limit, _)):
      "'\(input)' becomes \(rules.grouped) rules, more than the limit of \(limit.grouped)"
    case .conversion(_, let error): error.description
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
