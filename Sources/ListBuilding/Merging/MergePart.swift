import ContentBlocker
import Conversion

/// Rules of one or more inputs whose exceptions apply to each other. Lists are made of parts.
struct MergePart {
  /// The numbers of the inputs.
  var inputs: [Int]
  /// The rules in order.
  var rules: [Rule]
  /// The licenses of the inputs, where known.
  var licences: [Licence]
  /// The label that distinguishes its file from others; nil if only a number does.
  var label: String?
  /// The form of the rules.
  var form = ListForm.compile

  /// The number of exceptions.
  var exceptionCount: Int { rules.count(where: \.action.liftsOthers) }

  /// Returns whether the licenses of two parts conflict.
  func conflicts(with other: MergePart) -> Bool {
    licences.contains { a in other.licences.contains { Licence.conflict(a, $0) } }
  }
}
