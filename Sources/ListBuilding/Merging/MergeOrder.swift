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
    var lists: [JoinedList] = []
    var idle: [Int] = []
    for index in order {
      let part = parts[index]
      // What is left of a part whose rules all stand in others lifts nothing.
      guard part.rules.contains(where: { !$0.action.liftsOthers }) else {
        idle += part.inputs
        continue
      }
      let place = lists.firstIndex { list in
        (mixesLicences || !list.part.conflicts(with: part)) && !list.part.hasMirroredRules
          && !part.hasMirroredRules && list.isHarmed(byNoneOf: part)
      }
      if let place { lists[place].append(part) } else { lists.append(JoinedList(part)) }
    }
    guard !lists.isEmpty else { return Array(parts.prefix(1)) }
    lists[0].part.inputs += idle
    return lists.map(\.part)
  }
}

/// Parts in one list, with what tells whether exceptions behind them would lift their rules.
private struct JoinedList {
  var part: MergePart
  /// The rules that act.
  private var acting = RuleOverlap()
  /// Where each exception stands for the last time.
  private var places: [Rule: Int] = [:]

  init(_ part: MergePart) {
    self.part = part
    note(part.rules[...])
  }

  /// Puts another part behind.
  mutating func append(_ other: MergePart) {
    let end = part.rules.count
    part.append(other)
    note(part.rules[end...])
  }

  private mutating func note(_ rules: ArraySlice<Rule>) {
    for index in rules.indices {
      if rules[index].action.liftsOthers {
        places[rules[index]] = index
      } else {
        acting.insert(RuleOverlap.Key(rules[index]), at: index)
      }
    }
  }

  /// Whether no exception of a part could lift a rule of this list.
  func isHarmed(byNoneOf other: MergePart) -> Bool {
    other.rules.allSatisfy { rule in
      !rule.action.liftsOthers || !acting.mayMatch(RuleOverlap.Key(rule), from: places[rule] ?? 0)
    }
  }
}
