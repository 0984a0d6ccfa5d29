/// A writer of manual pages in mdoc. Only this type writes macros, and it escapes all text.
struct MdocWriter {
  private(set) var text = ""

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

  /// A word that follows a macro on its line.
  enum Word: ExpressibleByStringLiteral {
    case macro(Macro)
    case text(String)

    init(stringLiteral text: String) { self = .text(text) }
  }

  /// The maximum number of columns of a source line; `mandoc -T lint` allows 80 bytes.
  private static let width = 78

  mutating func comment(_ comment: String) { text += ".\\\" \(comment)\n" }

  mutating func macro(_ macro: Macro, words: [Word] = []) {
    text += "." + macro.rawValue
    for word in words {
      switch word {
      case .macro(let macro): text += " \(macro.rawValue)"
      case .text(let word): text += " \(Self.argument(word))"
      }
    }
    text += "\n"
  }

  /// Writes text, wrapped into lines. Each sentence begins a new line.
  mutating func words(_ words: String) {
    var line = ""
    let words = words.split(separator: " ")
    for (index, word) in words.enumerated() {
      let piece = Self.escaping(String(word))
      if !line.isEmpty, line.utf8.count + 1 + piece.utf8.count > Self.width {
        // A period at the end of a line would end a sentence.
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

  /// Adds a line of text, escaped if it begins like a macro.
  private mutating func add(_ line: String) { text += (line.hasPrefix(".") ? "\\&" : "") + line + "\n" }

  private static func endsSentence(_ line: String) -> Bool { line.last.map { ".!?".contains($0) } ?? false }

  private static func beginsSentence(_ word: Substring) -> Bool {
    word.drop { !$0.isLetter && !$0.isNumber }.first?.isUppercase ?? false
  }

  mutating func list(_ rows: [(term: [Word], text: String)]) {
    text += ".Bl -tag -width Ds\n"
    for row in rows {
      macro(.item, words: row.term)
      words(row.text)
    }
    text += ".El\n"
  }

  /// Returns a word as a single argument of a macro. A word with special characters is quoted, because macros
  /// treat punctuation specially.
  private static func argument(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte | 0x20 >= 0x61 && byte | 0x20 < 0x7B || byte >= 0x30 && byte < 0x3A || "-.,|".utf8.contains(byte)
    }
    guard isPlain else { return "\"\(escaping(word))\"" }
    // A word of two letters could be a macro.
    return word.utf8.count == 2 ? "\\&\(word)" : word
  }

  /// Returns text in ASCII with all special characters escaped.
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
        output += "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded(to: 4, with: "0"))]"
      }
    }
  }
}
