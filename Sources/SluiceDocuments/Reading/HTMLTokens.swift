import SluiceText

/// A doctype, reduced to the mode of the page.
struct DoctypeToken: Sendable {
  private(set) var mode = HTMLDocument.Mode.quirks

  init() {}

  /// Reads the text after the word `doctype` and sets `end` to the offset after the doctype.
  init(_ input: Span<UInt8>, from start: Int, end: inout Int) {
    var index = start
    func skipSpace() {
      while index < input.count, input[index].isHTMLSpace { index += 1 }
    }
    /// Returns the text in quotes; `isWhole` is `false` if the closing quote is missing.
    func quoted() -> (text: [UInt8]?, isWhole: Bool) {
      skipSpace()
      let quote = input.byte(index)
      guard index < input.count, quote == ASCII.quote || quote == ASCII.apostrophe else {
        return (nil, true)
      }
      index += 1
      let first = index
      while index < input.count, input[index] != quote, input[index] != ASCII.greater { index += 1 }
      let text = input.lowercased(ByteRange(first, index))
      let isWhole = input.byte(index) == quote
      if isWhole { index += 1 }
      return (text, isWhole)
    }
    func readMode() -> HTMLDocument.Mode {
      skipSpace()
      let nameStart = index
      while index < input.count, !input[index].isHTMLSpace, input[index] != ASCII.greater { index += 1 }
      guard index < input.count, input.equalsIgnoringCase(Array("html".utf8), range: nameStart..<index) else {
        return .quirks
      }
      skipSpace()
      let word = index..<min(input.count, index + 6)
      let isPublic = input.equalsIgnoringCase(Array("public".utf8), range: word)
      guard isPublic || input.equalsIgnoringCase(Array("system".utf8), range: word) else {
        // Any other text here is invalid.
        return input.byte(index) == ASCII.greater ? .standards : .quirks
      }
      index += 6
      let first = quoted()
      guard let name = first.text, first.isWhole else { return .quirks }
      guard isPublic else {
        return Self.hasEnd(input, at: &index) && name != Self.quirkySystem ? .standards : .quirks
      }
      let system = quoted()
      guard system.isWhole, Self.hasEnd(input, at: &index) else { return .quirks }
      return Self.mode(public: name, system: system.text)
    }
    mode = readMode()
    while index < input.count, input[index] != ASCII.greater { index += 1 }
    end = min(index + 1, input.count)
  }

  /// Returns whether the doctype has an end. Without it, the page is in quirks mode.
  private static func hasEnd(_ input: Span<UInt8>, at index: inout Int) -> Bool {
    while index < input.count, input[index] != ASCII.greater { index += 1 }
    return index < input.count
  }

  private static func mode(public name: [UInt8], system: [UInt8]?) -> HTMLDocument.Mode {
    let text = String(decoding: name, as: UTF8.self)
    if quirkyNames.contains(text) || system == quirkySystem { return .quirks }
    if quirkyPrefixes.contains(where: { text.hasPrefix($0) }) { return .quirks }
    if transitional.contains(where: { text.hasPrefix($0) }) {
      return system == nil ? .quirks : .limitedQuirks
    }
    return limited.contains { text.hasPrefix($0) } ? .limitedQuirks : .standards
  }

  private static let quirkySystem = Array("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd".utf8)
  private static let quirkyNames: Set = [
    "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
  ]
  private static let transitional = [
    "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//",
  ]
  private static let limited = ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"]
  private static let quirkyPrefixes = [
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//", "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//", "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//", "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//", "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//", "-//ietf//dtd html level 2//", "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//", "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//", "-//ietf//dtd html strict level 3//", "-//ietf//dtd html strict//",
    "-//ietf//dtd html//", "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//", "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//", "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
  ]
}

/// Character references such as `&amp;` and `&#38;`, as defined by the HTML standard.
enum CharacterReference {
  /// Appends the characters that the reference at `start` stands for, and returns the offset after it. An `&`
  /// without a valid reference is literal.
  static func append(
    _ input: Span<UInt8>, at start: Int, isInAttribute: Bool, to text: inout [UInt8]
  ) -> Int {
    if input.byte(start + 1) == ASCII.hash {
      if let end = appendNumeric(input, from: start, text: &text) { return end }
    } else if input.byte(start + 1).isLetter, let found = named(input, from: start + 1) {
      let next = input.byte(found.end)
      let isOther = isInAttribute && !found.hasSemicolon && (next == ASCII.equals || next.isAlphanumeric)
      if !isOther {
        text += found.characters
        return found.end
      }
    }
    text.append(ASCII.ampersand)
    return start + 1
  }

  private static func appendNumeric(_ input: Span<UInt8>, from start: Int, text: inout [UInt8]) -> Int? {
    var offset = start + 2
    let isHexadecimal = input.byte(offset) | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { offset += 1 }
    let digits = offset
    var value: UInt32 = 0
    while isHexadecimal ? input.byte(offset).isHexDigit : input.byte(offset).isDigit {
      // Clamp values that are too large.
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(input[offset].hexDigitValue), 0x11_0000)
      offset += 1
    }
    if offset == digits { return nil }
    if input.byte(offset) == ASCII.semicolon { offset += 1 }
    text.append(contentsOf: String(character(value)).utf8)
    return offset
  }

  private static func character(_ value: UInt32) -> Character {
    let index = Int(value) - 0x80
    let meant = windows1252.indices.contains(index) && windows1252[index] != 0 ? windows1252[index] : value
    return Character(meant == 0 ? "\u{FFFD}" : Unicode.Scalar(meant) ?? "\u{FFFD}")
  }

  /// The characters for the numbers from 0x80 on. A 0 marks numbers that stand for themselves.
  private static let windows1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0, 0x017E, 0x0178,
  ]

  private struct Named {
    var characters: [UInt8]
    var end: Int
    var hasSemicolon: Bool
  }

  /// Returns the longest named reference at the offset, or `nil` if no name matches.
  private static func named(_ input: Span<UInt8>, from start: Int) -> Named? {
    var end = start
    while end < start + maximumLength, input.byte(end).isAlphanumeric { end += 1 }
    while end > start + 1 {
      if let entry = table[[UInt8](input.extracting(start..<end))] {
        if input.byte(end) == ASCII.semicolon {
          return Named(characters: entry.characters, end: end + 1, hasSemicolon: true)
        }
        if entry.needsNoSemicolon {
          return Named(characters: entry.characters, end: end, hasSemicolon: false)
        }
      }
      end -= 1
    }
    return nil
  }

  private static let maximumLength = 31

  private static let table: [[UInt8]: (characters: [UInt8], needsNoSemicolon: Bool)] = {
    var table: [[UInt8]: (characters: [UInt8], needsNoSemicolon: Bool)] = [:]
    for entry in NamedCharacters.text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
      let needsNone = entry.first == ASCII.bang
      let parts = entry.dropFirst(needsNone ? 1 : 0).split(separator: ASCII.equals)
      var characters: [UInt8] = []
      for number in parts[1].split(separator: ASCII.plus) {
        let value = number.reduce(0) { $0 << 4 | UInt32($1.hexDigitValue) }
        characters += Array(String(character(value)).utf8)
      }
      table[Array(parts[0])] = (characters, needsNone)
    }
    return table
  }()
}

extension UInt8 {
  var isAlphanumeric: Bool { isLetter || isDigit }

  package var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C || self == 0x0D
  }
}

/// Finds the end of a script's text. Between `<!--` and `-->`, `<script>` hides the next `</script>`.
enum ScriptText {
  private enum State { case plain, escaped, doubleEscaped }

  /// Returns the offset of the end tag, or of the end of the input.
  static func end(_ input: Span<UInt8>, from start: Int) -> Int {
    var state = State.plain
    var offset = start
    while offset < input.count {
      switch input[offset] {
      case ASCII.dash where state != .plain && input.equals(offset..<offset + 3, text: "-->"):
        state = .plain
        offset += 2
      case ASCII.less:
        switch state {
        case .plain:
          if input.isTag(offset, open: "</", name: script.span) { return offset }
          if input.equals(offset..<offset + 4, text: "<!--") {
            state = .escaped
            // The hyphens of `<!--` can also be part of `-->`.
            offset += 1
          }
        case .escaped:
          if input.isTag(offset, open: "</", name: script.span) { return offset }
          if input.isTag(offset, open: "<", name: script.span) { state = .doubleEscaped }
        case .doubleEscaped:
          if input.isTag(offset, open: "</", name: script.span) { state = .escaped }
        }
      default: break
      }
      offset += 1
    }
    return offset
  }

  private static let script = Array("script".utf8)
}
