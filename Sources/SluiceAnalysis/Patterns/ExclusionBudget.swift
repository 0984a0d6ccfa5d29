import SluiceRules

/// A budget for the size of rules in bytes, beyond one rule without conditions per filter.
///
/// It limits hiding filters that need exclusions or several patterns for their pages, and network filters, since
/// each of their patterns repeats all conditions. Tracker Radar's data has a budget of the same type.
///
/// A rule contains all of its exclusions. With n filters for any site and n exceptions that may apply to
/// them, there are n² exclusions, so a small list could take gigabytes. Filters beyond the budget are
/// reported and not converted. Exceptions are never dropped. Real lists need a small part of the budget.
///
/// Computing the difference of pages also takes time, because each filter is compared with each exception
/// that has exclusions. The number of steps in these comparisons is limited in the same way.
package struct ExclusionBudget {
  package private(set) var rest: Int
  package private(set) var steps: Int

  /// Creates the budget for lists of this size. The bytes are twice the size of the lists, plus a constant
  /// for small lists. There is one step for each eight bytes of the lists and the constant.
  package init(inputBytes: Int, free: Int) {
    rest = 2 * inputBytes + free
    steps = inputBytes / 8 + free / 8
  }

  /// Creates a budget of bytes and steps.
  package init(bytes: Int, steps: Int) { (rest, self.steps) = (bytes, steps) }

  /// An unlimited budget.
  package static let none = ExclusionBudget(bytes: .max, steps: .max)

  /// Takes bytes from the budget. If fewer are left, takes none and returns `false`.
  package mutating func spend(_ bytes: Int) -> Bool {
    guard bytes <= rest else { return false }
    rest -= bytes
    return true
  }

  /// Takes steps that were already made. If fewer are left, takes all of them and returns `false`.
  package mutating func spend(steps made: Int) -> Bool {
    let isEnough = made <= steps
    steps = isEnough ? steps - made : 0
    return isEnough
  }
}

extension Condition {
  /// The number of url-filters in the condition.
  package var urlFilterCount: Int {
    switch self {
    case .ifDomain, .unlessDomain: 0
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      filters.elements.count
    }
  }

  /// The approximate size of the condition's JSON in bytes.
  package var size: Int { entries.reduce(16) { $0 + $1.count + 4 } }
}
