/// The encoding of non-ASCII host names (RFC 3492).
package enum Punycode {
  /// Returns the host in lowercase ASCII, with `xn--` forms of the labels that are not ASCII.
  ///
  /// Letters are converted to lowercase one by one. Unicode normalization and the mappings of IDNA are not
  /// applied.
  package static func host(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map({ $0.asciiLowercased }) }
    var labels: [[UInt32]] = [[]]
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap({ $0.lowercaseForm }) {
      if scalar == "." { labels.append([]) } else { labels[labels.count - 1].append(scalar.value) }
    }
    return Array(labels.map(label).joined(separator: [ASCII.dot]))
  }

  /// Returns the scalars of a label in ASCII.
  static func label(_ input: [UInt32]) -> [UInt8] {
    let basic = input.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    if basic.count == input.count { return basic }
    var output = Array("xn--".utf8) + basic
    if !basic.isEmpty { output.append(ASCII.dash) }
    encode(input, basicCount: basic.count, into: &output)
    return output
  }

  private static func encode(_ input: [UInt32], basicCount: Int, into output: inout [UInt8]) {
    // No host has a label of this length, and its encoding could overflow 32 bits.
    guard input.count < 256 else { return }
    var code: UInt32 = 128
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    var handled = UInt32(basicCount)
    while handled < input.count {
      let next = input.lazy.filter { $0 >= code }.min() ?? code
      delta += (next - code) * (handled + 1)
      code = next
      for value in input {
        if value < code { delta += 1 }
        guard value == code else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapt(delta, count: handled + 1, isFirst: handled == UInt32(basicCount))
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
  }

  /// Returns the text of a label in UTF-8, given without its `xn--`; nil if it is not Punycode.
  static func decoded(_ label: ArraySlice<UInt8>) -> [UInt8]? {
    let delimiter = label.lastIndex(of: ASCII.dash)
    var output = label[..<(delimiter ?? label.startIndex)].map { UInt32($0) }
    var rest = label[(delimiter.map { $0 + 1 } ?? label.startIndex)...]
    // No host has a label of this length, and its positions could overflow 32 bits.
    guard label.count < 256 else { return nil }
    var code: UInt32 = 128
    var bias: UInt32 = 72
    var index: UInt32 = 0
    while !rest.isEmpty {
      let start = index
      guard let end = advance(index, bias: bias, rest: &rest) else { return nil }
      let count = UInt32(output.count) + 1
      bias = adapt(end - start, count: count, isFirst: start == 0)
      let (next, overflows) = code.addingReportingOverflow(end / count)
      guard !overflows else { return nil }
      code = next
      output.insert(code, at: Int(end % count))
      index = end % count + 1
    }
    var text: [UInt8] = []
    for value in output {
      guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { return nil }
      text += encoded
    }
    return text
  }

  /// Reads a number of variable length and returns its sum with `index`; nil if the number is invalid.
  private static func advance(
    _ index: UInt32, bias: UInt32, rest: inout ArraySlice<UInt8>
  ) -> UInt32? {
    var index = index
    var weight: UInt32 = 1
    var position: UInt32 = 36
    while let digit = rest.popFirst().flatMap(value) {
      let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
      let (sum, exceeds) = index.addingReportingOverflow(product)
      guard !overflows, !exceeds else { return nil }
      index = sum
      let threshold = position <= bias ? 1 : min(position - bias, 26)
      if digit < threshold { return index }
      let (next, isTooLarge) = weight.multipliedReportingOverflow(by: 36 - threshold)
      guard !isTooLarge else { return nil }
      weight = next
      position += 36
    }
    return nil
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    if digit.isDigit { return UInt32(digit - ASCII.zero) + 26 }
    return digit.isLetter ? UInt32(digit.asciiLowercased - UInt8(ascii: "a")) : nil
  }

  private static func append(_ delta: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = delta
    var position: UInt32 = 36
    while true {
      let threshold = position <= bias ? 1 : min(position - bias, 26)
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      position += 36
    }
    output.append(digit(rest))
  }

  private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias: UInt32 = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return value < 26 ? UInt8(ascii: "a") + value : ASCII.zero + value - 26
  }
}
