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
      guard index < input.count, input.equalsIgnoringCase(Array("html".utf8), nameStart..<index) else {
        return .quirks
      }
      skipSpace()
      let word = index..<min(input.count, index + 6)
      let isPublic = input.equalsIgnoringCase(Array("public".utf8), word)
      guard isPublic || input.equalsIgnoringCase(Array("system".utf8), word) else {
        // Any other text here is invalid.
        return input.byte(index) == ASCII.greater ? .standards : .quirks
      }
      index += 6
      let first = quoted()
      guard let name = first.text, first.isWhole else { return .quirks }
      guard isPublic else {
        return Self.hasEnd(input, &index) && name != Self.quirkySystem ? .standards : .quirks
      }
      let system = quoted()
      guard system.isWhole, Self.hasEnd(input, &index) else { return .quirks }
      return Self.mode(public: name, system: system.text)
    }
    mode = readMode()
    while index < input.count, input[index] != ASCII.greater { index += 1 }
    end = min(index + 1, input.count)
  }

  /// Returns whether the doctype has an end. Without it, the page is in quirks mode.
  private static func hasEnd(_ input: Span<UInt8>, _ index: inout Int) -> Bool {
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
