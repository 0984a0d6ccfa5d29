extension Int {
  /// The number with thousands separators, for messages: `1,734`.
  package var grouped: String {
    let digits = Array(String(magnitude).utf8)
    var text: [UInt8] = self < 0 ? [ASCII.dash] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(ASCII.comma) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
