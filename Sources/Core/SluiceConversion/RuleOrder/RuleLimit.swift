import SluiceRules
import SluiceSyntax

/// Enforces the limits of a rule list.
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
      throw error(for: list.rules, whole, of: part, canTruncate: canTruncate, partRules())
    }
    let rules = list.rules
    list.filter { $0 < start || rules[$0].action != .block }
    locations.sort()
    return locations.indices.filter { $0 == 0 || locations[$0 - 1] != locations[$0] }.map { locations[$0] }
  }

  private func error(
    for rules: [Rule], _ size: ListLimit.Size, of part: ConvertedList.Part, canTruncate: Bool,
    _ partRules: [[Rule]]?
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
