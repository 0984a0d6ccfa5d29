import SluiceConversion
import SluiceRules

/// Rules of one or more inputs whose exceptions apply to each other. Parts are combined into lists.
struct MergePart {
  /// The numbers of the inputs.
  var inputs: [Int]
  /// The rules in order.
  var rules: [Rule]
  /// The licenses of the inputs, where known.
  var licences: [Licence]
  /// The label in the name of the part's file; nil if at most a number distinguishes it from others.
  var label: String?
  /// The form of the rules.
  var form = ListForm.compile

  /// The number of exceptions.
  var exceptionCount: Int { rules.count(where: \.action.overridesOthers) }

  /// Returns whether the licenses of two parts conflict.
  func conflicts(with other: MergePart) -> Bool {
    licences.contains { a in other.licences.contains { Licence.conflict(a, $0) } }
  }
}
