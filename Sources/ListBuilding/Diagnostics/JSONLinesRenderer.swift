/// Findings for programs: one JSON object a line.
package enum JSONLinesRenderer {
  package static func append(_ finding: LocatedDiagnostic, to output: inout [UInt8]) {
    output.append(contentsOf: #"{"file":"#.utf8)
    JSONText.append(finding.file, to: &output)
    append(#","line":"#, finding.line, to: &output)
    append(#","column":"#, finding.column, to: &output)
    append(#","endColumn":"#, finding.endColumn, to: &output)
    output.append(contentsOf: #","outcome":"#.utf8)
    JSONText.append(finding.outcome.rawValue, to: &output)
    output.append(contentsOf: #","reason":"#.utf8)
    JSONText.append(finding.reason, to: &output)
    output.append(contentsOf: #","message":"#.utf8)
    JSONText.append(finding.message, to: &output)
    output.append(contentsOf: #","filter":"#.utf8)
    JSONText.append(finding.filter, to: &output)
    output.append(contentsOf: "}\n".utf8)
  }

  private static func append(_ key: StaticString, _ number: Int, to output: inout [UInt8]) {
    output.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    output.append(contentsOf: String(number).utf8)
  }
}

/// JSON strings.
package enum JSONText {
  /// Appends text as a JSON string.
  package static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { appendPlain($0, to: &output) }
    if !isPlain { append(Array(text.utf8)[...], to: &output) }
  }

  /// Appends bytes as a JSON string. Ill-formed UTF-8 becomes U+FFFD; what is not visible is escaped, also
  /// beyond what JSON asks for, since the lines may end up on a terminal.
  package static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if text.withUnsafeBufferPointer({ appendPlain($0, to: &output) }) { return }
    output.append(UInt8(ascii: "\""))
    var index = text.startIndex
    var copied = index
    while index < text.endIndex {
      let byte = text[index]
      if isPlain(byte) {
        index += 1
        continue
      }
      let (scalar, length) = byte < 0x80 ? (Unicode.Scalar(byte), 1) : text.scalar(at: index)
      defer { index += length }
      if let scalar, byte >= 0x80, !scalar.isHidden { continue }
      output.append(contentsOf: text[copied..<index])
      copied = index + length
      appendEscape(of: scalar ?? "\u{FFFD}", to: &output)
    }
    output.append(contentsOf: text[copied...])
    output.append(UInt8(ascii: "\""))
  }

  /// Appends text that has nothing to escape, as most has; false, and nothing, for other text.
  private static func appendPlain(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) -> Bool {
    guard text.allSatisfy(isPlain) else { return false }
    output.append(UInt8(ascii: "\""))
    output.append(contentsOf: text)
    output.append(UInt8(ascii: "\""))
    return true
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func appendEscape(of scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output.append(contentsOf: #"\""#.utf8)
    case "\\": output.append(contentsOf: #"\\"#.utf8)
    case "\t": output.append(contentsOf: #"\t"#.utf8)
    case "\u{FFFD}": output.append(contentsOf: "\u{FFFD}".utf8)
    default:
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        output.append(contentsOf: #"\u"#.utf8)
        output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        output.append(contentsOf: digits.utf8)
      }
    }
  }
}
