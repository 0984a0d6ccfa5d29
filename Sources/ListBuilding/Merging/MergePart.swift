import ContentBlocker
import Conversion

/// What inputs become before lists are made of them: rules whose exceptions are for each other.
struct MergePart {
  /// The inputs, by their numbers.
  var inputs: [Int]
  /// The rules in their order.
  var rules: [Rule]
  /// The licences of the inputs that have any.
  var licences: [Licence]
  /// What tells its file from those of others; nil where nothing but a number does.
  var label: String?
  /// The form of the rules.
  var form = ListForm.compile

  /// How many rules lift others.
  var exceptionCount: Int { rules.count(where: \.action.liftsOthers) }

  /// Whether something in here may not be in one work with something in the other.
  func conflicts(with other: MergePart) -> Bool {
    licences.contains { a in other.licences.contains { Licence.conflict(a, $0) } }
  }
}
