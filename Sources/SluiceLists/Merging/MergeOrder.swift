import SluiceConversion
import SluiceRules

/// An order that combines parts into lists in which no exception overrides a rule of another part.
///
/// An exception only overrides earlier rules. So a part can follow others if none of its exceptions could
/// match the same requests as their rules. Parts with fewer exceptions come later.
///
/// If an exception also occurs earlier in the list, it may override the rules before that occurrence.
///
/// `ignore-following-rules` affects later rules, so parts with such rules are not combined.
enum MergeOrder {
  static func joined(_ parts: [MergePart], mixesLicenses: Bool) -> [MergePart] {
    let order = parts.indices.sorted { a, b in
      let (first, second) = (parts[a].exceptionCount, parts[b].exceptionCount)
      return first == second ? a < b : first > second
    }
    var lists: [JoinedList] = []
    var idle: [Int] = []
    for index in order {
      let part = parts[index]
      // If all other rules of a part also occur in other parts, only exceptions remain. They override
      // nothing.
      guard part.rules.contains(where: { !$0.action.overridesOthers }) else {
        idle += part.inputs
        continue
      }
      let place = lists.firstIndex { list in
        (mixesLicenses || !list.part.conflicts(with: part)) && !list.part.hasMirroredRules
          && !part.hasMirroredRules && list.isHarmed(byNoneOf: part)
      }
      if let place { lists[place].append(part) } else { lists.append(JoinedList(part)) }
    }
    guard !lists.isEmpty else { return Array(parts.prefix(1)) }
    lists[0].part.inputs += idle
    return lists.map(\.part)
  }
}

/// A list of combined parts that can tell whether exceptions of another part would override its rules.
private struct JoinedList {
  var part: MergePart
  /// The rules that are not exceptions.
  private var acting = RuleOverlap()
  /// The last position of each exception.
  private var places: [Rule: Int] = [:]

  init(_ part: MergePart) {
    self.part = part
    note(part.rules[...])
  }

  mutating func append(_ other: MergePart) {
    let end = part.rules.count
    part.append(other)
    note(part.rules[end...])
  }

  private mutating func note(_ rules: ArraySlice<Rule>) {
    for index in rules.indices {
      if rules[index].action.overridesOthers {
        places[rules[index]] = index
      } else {
        acting.insert(RuleOverlap.Key(rules[index]), at: index)
      }
    }
  }

  /// Returns whether no exception of another part could override a rule of this list.
  func isHarmed(byNoneOf other: MergePart) -> Bool {
    other.rules.allSatisfy { rule in
      !rule.action.overridesOthers || !acting.mayMatch(RuleOverlap.Key(rule), from: places[rule] ?? 0)
    }
  }
}

/// Rules of one or more inputs whose exceptions apply to each other. Parts are combined into lists.
struct MergePart {
  var inputs: [Int]
  var rules: [Rule]
  var licenses: [License]
  /// The label in the name of the part's file; nil if at most a number distinguishes it from others.
  var label: String?
  var form = ListForm.compile

  var exceptionCount: Int { rules.count(where: \.action.overridesOthers) }

  func conflicts(with other: MergePart) -> Bool {
    licenses.contains { a in other.licenses.contains { License.conflict(a, $0) } }
  }
}
