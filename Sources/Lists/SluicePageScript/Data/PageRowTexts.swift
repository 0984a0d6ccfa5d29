/// Rows, divided into texts that hold equally many rows.
struct PageRowTexts {
  /// The number of rows in each text except the last: a multiple of ``step``.
  let each: Int
  /// The number of digits that encode a position.
  let placeWidth: Int
  /// Texts that begin with the position of every sixteenth row. The rows follow, each with its end byte.
  let texts: [CommentText]

  /// The number of rows per stored position.
  private static let step = 16

  init(_ rows: [[UInt8]]) {
    // At most 64 texts, because WebKit creates a function for each.
    let each = Self.step * max(4, (rows.count + 64 * Self.step - 1) / (64 * Self.step))
    let parts = stride(from: 0, to: rows.count, by: each).map { rows[$0..<min($0 + each, rows.count)] }
    let longest = parts.map { $0.reduce(0) { $0 + $1.count + 1 } }.max() ?? 0
    // Positions of at most ten digits precede the rows.
    let width = DigitText.width(for: longest + 10 * each / Self.step)
    texts = parts.map { part in
      var places = DigitText()
      var body: [UInt8] = []
      let head = width * ((part.count + Self.step - 1) / Self.step)
      for (number, row) in part.enumerated() {
        if number % Self.step == 0 { places.append(head + body.count, digits: width) }
        body += row
        body.append(CommentText.end)
      }
      return CommentText(places.bytes + body)
    }
    (self.each, placeWidth) = (each, width)
  }
}
