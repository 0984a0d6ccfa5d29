import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

struct RuleLimit {
  private let options: ConversionOptions
  private let maximum: ListLimit

  init(_ options: ConversionOptions, for rules: [Rule]) {
    self.options = options
    maximum = options.ignoresLimit ? .none : ListLimit(options).safe(for: rules)
  }

  /// Removes rules that exceed the limit, or throws.
  ///
  /// Only blocking rules are removed, last ones first. If an exception were removed, the filters that it
  /// cancels would apply where they must not.
  ///
  /// - Parameter partRules: Returns the rules of the two lists that `--split` would produce, or `nil` if the
  ///   list is already one of two. The error states whether they would be within the limits.
  /// - Returns: The filters whose rules were removed, in list order.
  func apply(
    to list: inout RuleSequence, of part: ConvertedList.Part, partRules: () -> [[Rule]]?
  ) throws(ConversionError) -> [FilterPlace] {
    let whole = maximum.size(of: list.rules)
    guard !maximum.allows(whole) else { return [] }
    var size = whole
    var locations: [FilterPlace] = []
    // The index from which blocks are removed.
    var start = list.rules.count
    while !maximum.allows(size), start > 0 {
      start -= 1
      guard list.rules[start].action == .block else { continue }
      size.remove(line: maximum.line(of: list.rules[start]))
      locations.append(list.locations[start])
      locations += list.others[start] ?? []
    }
    let canTruncate = maximum.allows(size)
    guard options.limitPolicy == .truncate, canTruncate else {
      throw error(for: list.rules, whole, of: part, canTruncate: canTruncate, partRules: partRules())
    }
    list.remove((start..<list.rules.count).filter { list.rules[$0].action == .block })
    locations.sort()
    return locations.indices.filter { $0 == 0 || locations[$0 - 1] != locations[$0] }.map { locations[$0] }
  }

  private func error(
    for rules: [Rule], _ size: ListLimit.Size, of part: ConvertedList.Part, canTruncate: Bool,
    partRules: [[Rule]]?
  ) -> ConversionError {
    var remedies: LimitRemedies = canTruncate ? .truncation : []
    if let partRules, partRules.allSatisfy({ fits($0) }) { remedies.insert(.split) }
    if options.preferredForm == .compile, fits(rules, in: .size) { remedies.insert(.smallerForm) }
    if size.rules > maximum.rules {
      return .tooManyRules(part: part, rules: size.rules, limit: maximum.rules, remedies: remedies)
    }
    return .tooManyBytes(part: part, bytes: size.bytes, limit: maximum.bytes ?? .max, remedies: remedies)
  }

  /// Returns whether a separate list of these rules would be within the limits.
  private func fits(_ rules: [Rule]) -> Bool { fits(rules, in: FormChoice(options).form(of: rules)) }

  private func fits(_ rules: [Rule], in form: ListForm) -> Bool {
    var rules = rules
    rules.rewrite(as: form)
    return maximum.allows(maximum.size(of: rules))
  }
}

/// The maximum size of a list.
package struct ListLimit: Hashable, Sendable {
  /// The maximum number of rules.
  package let rules: Int
  /// The maximum size of the JSON in bytes, or `nil` for no limit.
  package let bytes: Int?

  /// Creates a limit, with at most as many rules as WebKit accepts.
  package init(rules: Int?, bytes: Int?) {
    (self.rules, self.bytes) = (min(rules ?? RuleList.maximumRules, RuleList.maximumRules), bytes)
  }

  package init(_ options: ConversionOptions) {
    self.init(rules: options.maximumRules, bytes: options.maximumBytes)
  }

  /// Returns the limit for a list of these rules. It is lower if a larger list would make WebKit's compiler
  /// abort.
  package func safe(for list: [Rule]) -> ListLimit {
    list.areNearAbort ? ListLimit(rules: min(rules, AbortLimit.safeRules), bytes: bytes) : self
  }

  static let none = ListLimit()

  private init() { (rules, bytes) = (.max, nil) }

  /// The size of a list.
  package struct Size: Hashable, Sendable {
    package private(set) var rules = 0
    /// The total size of the lines of the rules in bytes, or 0 if it is not needed.
    private var lines = 0

    /// The size of the JSON in bytes. A list without rules is encoded as a rule that does nothing.
    package var bytes: Int {
      RuleList.framingSize + (rules == 0 ? Rule.noOperation.encodedLineSize : lines)
    }

    package init() {}

    /// Creates the size of a list whose size in bytes is not needed.
    init(rules: Int) { self.rules = rules }

    package mutating func add(line: Int) {
      rules += 1
      lines += line
    }

    package mutating func remove(line: Int) {
      rules -= 1
      lines -= line
    }
  }

  /// Returns the size of a rule in bytes, or 0 if it is not needed, because counting takes time.
  package func line(of rule: Rule) -> Int { bytes == nil ? 0 : rule.encodedLineSize }

  /// Returns the size of a list of these rules. Bytes are counted only if they are limited.
  package func size(of list: [Rule]) -> Size {
    if bytes == nil { return Size(rules: list.count) }
    var size = Size()
    let span = list.span
    for index in span.indices { size.add(line: line(of: span[index])) }
    return size
  }

  package func allows(_ size: Size) -> Bool {
    size.rules <= rules && (bytes.map { size.bytes <= $0 } ?? true)
  }
}
