/// Rows in texts of equally many.
struct PageRowTexts {
  /// How many rows are in each text but the last: a multiple of ``step``.
  let each: Int
  /// Where every sixteenth row begins, four digits each, and then the rows, each with its end.
  let texts: [CommentText]

  /// Of how many rows one says where it is.
  private static let step = 16

  init(_ rows: [[UInt8]]) {
    // Up to 64 texts: WebKit makes a function of each.
    let each = Self.step * max(4, (rows.count + 64 * Self.step - 1) / (64 * Self.step))
    texts = stride(from: 0, to: rows.count, by: each).map { first in
      let part = rows[first..<min(first + each, rows.count)]
      var places = DigitText()
      var body: [UInt8] = []
      let head = 4 * ((part.count + Self.step - 1) / Self.step)
      for (number, row) in part.enumerated() {
        if number % Self.step == 0 { places.append(head + body.count, digits: 4) }
        body += row
        body.append(CommentText.end)
      }
      return CommentText(places.bytes + body)
    }
    self.each = each
  }
}
