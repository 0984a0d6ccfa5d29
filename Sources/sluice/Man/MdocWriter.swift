/// A manual page in mdoc while it is written. Only it writes macros: whatever is text is escaped.
struct MdocWriter {
  /// What is written so far.
  private(set) var text = ""

  /// The macros that pages have.
  enum Macro: String {
    case date = "Dd"
    case title = "Dt"
    case system = "Os"
    case section = "Sh"
    case name = "Nm"
    case described = "Nd"
    case command = "Cm"
    case optional = "Op"
    case argument = "Ar"
    case flag = "Fl"
    case paragraph = "Pp"
    case item = "It"
    case display = "Dl"
    case page = "Xr"
  }

  /// What stands behind a macro in its line.
  enum Word: ExpressibleByStringLiteral {
    case macro(Macro)
    case text(String)

    init(stringLiteral text: String) { self = .text(text) }
  }

  /// Columns of a line of text in the source; `mandoc -T lint` wants at most 80 bytes.
  private static let width = 78

  /// Writes a line that no reader shows.
  mutating func comment(_ comment: String) { text += ".\\\" \(comment)\n" }

  /// Writes a macro with what stands behind it.
  mutating func macro(_ macro: Macro, _ words: [Word] = []) {
    text += "." + macro.rawValue
    for word in words {
      switch word {
      case .macro(let macro): text += " \(macro.rawValue)"
      case .text(let word): text += " \(Self.argument(word))"
      }
    }
    text += "\n"
  }

  /// Writes words in lines, each sentence from the beginning of one.
  mutating func words(_ words: String) {
    var line = ""
    let words = words.split(separator: " ")
    for (index, word) in words.enumerated() {
      let piece = Self.escaping(String(word))
      if !line.isEmpty, line.utf8.count + 1 + piece.utf8.count > Self.width {
        // A line that ends in a full stop would end a sentence.
        add(line + (Self.endsSentence(line) ? "\\&" : ""))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + piece
      if Self.endsSentence(line), index + 1 < words.count, Self.beginsSentence(words[index + 1]) {
        add(line)
        line = ""
      }
    }
    if !line.isEmpty { add(line) }
  }

  /// A line of text. One that begins like a macro is none.
  private mutating func add(_ line: String) { text += (line.hasPrefix(".") ? "\\&" : "") + line + "\n" }

  private static func endsSentence(_ line: String) -> Bool { line.last.map { ".!?".contains($0) } ?? false }

  private static func beginsSentence(_ word: Substring) -> Bool {
    word.drop { !$0.isLetter && !$0.isNumber }.first?.isUppercase ?? false
  }

  /// Writes terms, each with what is said of it.
  mutating func list(_ rows: [(term: [Word], text: String)]) {
    text += ".Bl -tag -width Ds\n"
    for row in rows {
      macro(.item, row.term)
      words(row.text)
    }
    text += ".El\n"
  }

  /// A word behind a macro, as one argument of it. Punctuation alone is what macros treat apart.
  private static func argument(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte | 0x20 >= 0x61 && byte | 0x20 < 0x7B || byte >= 0x30 && byte < 0x3A || "-.,|".utf8.contains(byte)
    }
    guard isPlain else { return "\"\(escaping(word))\"" }
    // Two letters can be a macro.
    return word.utf8.count == 2 ? "\\&\(word)" : word
  }

  /// Text of which every character is shown as it is: as ASCII, and none of it for a typographer.
  private static func escaping(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { output, scalar in
      switch scalar {
      case "\\": output += "\\e"
      case "-": output += "\\-"
      case "'": output += "\\(aq"
      case "`": output += "\\(ga"
      case "\"": output += "\\(dq"
      case "^": output += "\\(ha"
      case "~": output += "\\(ti"
      case " "..."~": output.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        output += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)]"
      }
    }
  }
}
