/// A part of a whole.
struct Share: Equatable {
  /// In tenths of a percent, from 0 to 1000. What is not all of it is not rounded to all, nor what is something to nothing.
  let tenths: Int

  init(of part: Int, in whole: Int) {
    guard whole > 0, part > 0 else {
      tenths = whole > 0 ? 0 : 1000
      return
    }
    let rounded = Int((Double(part) * 1000 / Double(whole)).rounded())
    tenths = part >= whole ? 1000 : min(999, max(1, rounded))
  }

  /// `97.3 %`
  var text: String { tenths == 1000 ? "100 %" : "\(tenths / 10).\(tenths % 10) %" }
  /// `97.3%`, as CSS has it.
  var css: String { "\(tenths / 10).\(tenths % 10)%" }
}
