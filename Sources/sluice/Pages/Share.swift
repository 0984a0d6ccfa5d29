/// A part of a whole, or how much of a limit is used.
struct Share: Equatable {
  /// In tenths of a percent, from 0 to 1000, and more for what is beyond a limit. What is not all of it is not rounded to all, nor what is
  /// something to nothing.
  let tenths: Int

  init(of part: Int, in whole: Int) {
    guard whole > 0, part > 0 else {
      tenths = whole > 0 ? 0 : 1000
      return
    }
    let rounded = Int((Double(part) * 1000 / Double(whole)).rounded())
    tenths = part >= whole ? 1000 : min(999, max(1, rounded))
  }

  /// How much of a limit a number is, which may be beyond it.
  init(of number: Int, inLimit limit: Int) {
    let share = Share(of: number, in: limit)
    guard limit > 0, number > limit else {
      self = share
      return
    }
    tenths = max(1001, Int((Double(number) * 1000 / Double(limit)).rounded()))
  }

  /// `97.3 %`
  var text: String { tenths == 1000 ? "100 %" : "\(tenths / 10).\(tenths % 10) %" }
  /// `97.3%`, as CSS has it; a bar is full at all of it.
  var css: String {
    let tenths = min(tenths, 1000)
    return "\(tenths / 10).\(tenths % 10)%"
  }
}
