import ContentBlocker

/// Puts parts into one list where no part's exceptions lift rules of another there.
///
/// Exceptions only look back, so a part is put behind others when none of its exceptions could match what they
/// match. Parts with fewer exceptions come later. An exception that the list before has too is no obstacle for
/// what stands before that one. Rules that ignore following ones look forward: such parts stay by themselves.
enum MergeOrder {
  static func joined(_ parts: [MergePart], mixesLicences: Bool) -> [MergePart] {
    let order = parts.indices.sorted { a, b in
      let (first, second) = (parts[a].exceptionCount, parts[b].exceptionCount)
      return first == second ? a < b : first > second
    }
    var lists: [MergePart] = []
    var idle: [Int] = []
    for index in order {
      let part = parts[index]
      // What is left of a part whose rules all stand in others lifts nothing.
      guard part.rules.contains(where: { !$0.action.liftsOthers }) else {
        idle += part.inputs
        continue
      }
      let place = lists.firstIndex { list in
        (mixesLicences || !list.conflicts(with: part)) && !list.hasMirroredRules && !part.hasMirroredRules
          && isHarmless(part, behind: list)
      }
      if let place { lists[place].append(part) } else { lists.append(part) }
    }
    guard !lists.isEmpty else { return Array(parts.prefix(1)) }
    lists[0].inputs += idle
    return lists
  }

  /// Whether no exception of the part could lift a rule of the list.
  private static func isHarmless(_ part: MergePart, behind list: MergePart) -> Bool {
    let exceptions = part.rules.filter(\.action.liftsOthers)
    guard !exceptions.isEmpty else { return true }
    var places: [Rule: Int] = [:]
    for (index, rule) in list.rules.enumerated() where rule.action.liftsOthers { places[rule] = index }
    var all = RuleOverlap()
    for rule in list.rules where !rule.action.liftsOthers { all.insert(rule) }
    return exceptions.allSatisfy { exception in
      guard let place = places[exception] else { return !all.mayMatch(exception) }
      var behind = RuleOverlap()
      for rule in list.rules[place...] where !rule.action.liftsOthers { behind.insert(rule) }
      return !behind.mayMatch(exception)
    }
  }
}
