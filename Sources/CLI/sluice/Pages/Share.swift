/// A part of a total, or the used part of a limit.
struct Percentage: Equatable {
  /// The share in tenths of a percent, from 0 to 1000, or more if a limit is exceeded.
  ///
  /// A part of a total is never rounded to zero or to the total.
  let tenths: Int
  /// `<` or `>` if rounding would have made the share zero or the total.
  private let bound: String

  init(of part: Int, in whole: Int) {
    guard whole > 0, part > 0 else {
      (tenths, bound) = (whole > 0 ? 0 : 1000, "")
      return
    }
    let rounded = Int((Double(part) * 1000 / Double(whole)).rounded())
    switch rounded {
    case ..<1: (tenths, bound) = (1, "< ")
    case 1000... where part < whole: (tenths, bound) = (999, "> ")
    default: (tenths, bound) = (min(1000, rounded), "")
    }
  }

  /// Creates the share of a limit that is used. It can exceed the limit.
  init(of number: Int, inLimit limit: Int) {
    let share = Percentage(of: number, in: limit)
    guard limit > 0, number > limit else {
      self = share
      return
    }
    (tenths, bound) = (max(1001, Int((Double(number) * 1000 / Double(limit)).rounded())), "")
  }

  /// The share as text: `97.3 %`, or `< 0.1 %`.
  var text: String { tenths == 1000 ? "100 %" : "\(bound)\(tenths / 10).\(tenths % 10) %" }
  /// The share for CSS: `97.3%`. It is at most 100%, the width of a full bar.
  var css: String {
    let tenths = min(tenths, 1000)
    return "\(tenths / 10).\(tenths % 10)%"
  }
}
