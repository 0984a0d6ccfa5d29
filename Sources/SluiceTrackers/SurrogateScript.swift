import SluiceText

/// A script that replaces a blocked script, checked as far as possible without running it.
public struct SurrogateScript: Sendable {
  package let text: [UInt8]

  /// The maximum size in bytes. Actual surrogates have a few kilobytes.
  public static let maximumBytes = 1 << 18

  /// The token that host apps replace with their secret in page scripts, which contain surrogates.
  package static let secretToken = "__SLUICE_SECRET__"

  /// A problem with a script.
  @nonexhaustive public enum Problem: Error, Hashable, Sendable {
    /// The script has more than ``SurrogateScript/maximumBytes`` bytes.
    case tooLarge
    /// The script is not UTF-8.
    case encoding
    /// The script contains the token that host apps replace with their secret.
    case secret
    /// The script ends inside a construct that begins at this location.
    case unfinished(Construct, TextLocation)
    /// A bracket closes nothing, or does not match the open bracket.
    case strayBracket(TextLocation)
    /// The script is a module: it has an `import` or `export` at this location.
    case module(TextLocation)
  }

  /// A JavaScript construct that must be closed.
  @nonexhaustive public enum Construct: String, Hashable, Sendable {
    /// `( [ {`
    case bracket
    /// `/* */`
    case comment
    /// `"…"` and `'…'`
    case string
    /// A template literal in backticks.
    case template
    /// `/…/`
    case regex
  }

  /// Creates a surrogate from a script, and checks that it cannot end its enclosing function early. This
  /// would break all page scripts.
  public init(parsing script: some InputBytes & ~Escapable) throws(Problem) {
    let bytes = script.inputArray()
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard text.span.invalidUTF8(in: ByteRange(0, text.count)) == nil else { throw .encoding }
    guard text.firstRange(of: Array(Self.secretToken.utf8)) == nil else { throw .secret }
    var shape = ScriptShape(text, file: script.inputName)
    try shape.check()
    self.text = text
  }
}

extension SurrogateScript.Problem {
  /// The location of the problem; nil if the entire script is affected.
  public var location: TextLocation? {
    switch self {
    case .tooLarge, .encoding, .secret: nil
    case .unfinished(_, let location), .strayBracket(let location), .module(let location): location
    }
  }
}

extension SurrogateScript.Problem: CustomStringConvertible, DescribedError {
  /// A description of the problem.
  public var description: String {
    switch self {
    case .tooLarge: "it has more than \(SurrogateScript.maximumBytes.grouped) bytes"
    case .encoding: "it is not UTF-8"
    case .secret: "it contains \(SurrogateScript.secretToken), which hosts replace"
    case .unfinished(let construct, let location):
      "the \(construct.rawValue) that begins in line \(location.line) has no end"
    case .strayBracket(let location): "line \(location.line) closes a bracket that is not open"
    case .module(let location): "line \(location.line) is module syntax, and page scripts are not modules"
    }
  }
}

/// A check that all brackets, strings, templates, regexes and comments of a script are closed.
///
/// A script that passes can be wrapped in a function without ending the function early.
struct ScriptShape {
  typealias Problem = SurrogateScript.Problem

  private let bytes: [UInt8]
  /// The name of the file in locations.
  private let file: String?
  private var index = 0
  private var open: [Bracket] = []
  /// Whether a slash would start a regex here, according to the preceding token.
  private var mayBeRegex = true
  /// The last token if it is a word; empty otherwise.
  private var word: [UInt8] = []

  private struct Bracket {
    let byte: UInt8
    let offset: Int
    /// Whether the bracket encloses the condition of a statement, after which a regex can begin.
    var isCondition = false
    /// Whether the bracket is a `${` in a template literal, which continues after the closing brace.
    var isInTemplate = false
  }

  init(_ bytes: [UInt8], file: String?) { (self.bytes, self.file) = (bytes, file) }

  mutating func check() throws(Problem) {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D: index += 1
      case ASCII.slash: try slash()
      case ASCII.quote, ASCII.apostrophe: try string(byte)
      case ASCII.backtick:
        index += 1
        try template(from: index - 1)
      case ASCII.openParenthesis, ASCII.openBracket, ASCII.openBrace:
        open.append(Bracket(byte: byte, offset: index, isCondition: Self.beforeConditions.contains(word)))
        token(mayBeRegex: true)
      case ASCII.closeParenthesis, ASCII.closeBracket, ASCII.closeBrace: try close(byte)
      case _ where Self.isOfWord(byte): try self.name()
      // After `++`, a slash is a division.
      case ASCII.plus, ASCII.dash:
        let isPair = index + 1 < bytes.count && bytes[index + 1] == byte
        index += isPair ? 1 : 0
        token(mayBeRegex: !isPair)
      default: token(mayBeRegex: true)
      }
    }
    if let bracket = open.last {
      throw .unfinished(bracket.isInTemplate ? .template : .bracket, location(bracket.offset))
    }
  }

  private func location(_ offset: Int) -> TextLocation {
    var counter = PositionCounter()
    return counter.location(of: offset..<offset, in: bytes.span, file: file)
  }

  private mutating func token(mayBeRegex: Bool) {
    index += 1
    self.mayBeRegex = mayBeRegex
    word = []
  }

  private mutating func close(_ byte: UInt8) throws(Problem) {
    guard let bracket = open.popLast(), Self.closing[bracket.byte] == byte else {
      throw .strayBracket(location(index))
    }
    if bracket.isInTemplate {
      index += 1
      return try template(from: bracket.offset)
    }
    // A block's brace ends a statement, after which a slash starts a regex. After an object's brace, a slash
    // is a division, but this is rare.
    token(mayBeRegex: byte == ASCII.closeBrace || bracket.isCondition)
  }

  private mutating func name() throws(Problem) {
    let start = index
    let isProperty = start > 0 && bytes[start - 1] == ASCII.dot
    while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
    word = isProperty ? [] : Array(bytes[start..<index])
    mayBeRegex = Self.beforeRegexes.contains(word)
    guard open.isEmpty, !isProperty else { return }
    if word == Array("export".utf8) { throw .module(location(start)) }
    // `import(…)` is allowed in any script.
    let next = bytes[index...].first { $0 != 0x20 }
    if word == Array("import".utf8), next != ASCII.openParenthesis, next != ASCII.colon {
      throw .module(location(start))
    }
  }

  private mutating func slash() throws(Problem) {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    if next == ASCII.slash {
      while index < bytes.count, bytes[index] != ASCII.lineFeed, bytes[index] != 0x0D { index += 1 }
    } else if next == ASCII.star {
      let start = index
      index += 2
      while index + 1 < bytes.count,
        bytes[index] != ASCII.star || bytes[index + 1] != ASCII.slash
      {
        index += 1
      }
      guard index + 1 < bytes.count else { throw .unfinished(.comment, location(start)) }
      index += 2
    } else if mayBeRegex {
      try regex()
    } else {
      token(mayBeRegex: true)
    }
  }

  private mutating func regex() throws(Problem) {
    let start = index
    var isInClass = false
    index += 1
    while index < bytes.count, bytes[index] != ASCII.lineFeed, bytes[index] != 0x0D {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBracket: isInClass = true
      case ASCII.closeBracket: isInClass = false
      case ASCII.slash where !isInClass: return token(mayBeRegex: false)
      default: break
      }
      index += 1
    }
    throw .unfinished(.regex, location(start))
  }

  private mutating func string(_ quote: UInt8) throws(Problem) {
    let start = index
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case quote: return token(mayBeRegex: false)
      case ASCII.backslash:
        // A backslash before a line end continues the string in the next line.
        if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == ASCII.lineFeed {
          index += 1
        }
        index += 2
      case ASCII.lineFeed, 0x0D: throw .unfinished(.string, location(start))
      default: index += 1
      }
    }
    throw .unfinished(.string, location(start))
  }

  /// Skips the text in a template, up to its end or the next `${`.
  private mutating func template(from start: Int) throws(Problem) {
    while index < bytes.count {
      switch bytes[index] {
      case ASCII.backtick: return token(mayBeRegex: false)
      case ASCII.dollar where index + 1 < bytes.count && bytes[index + 1] == ASCII.openBrace:
        open.append(Bracket(byte: ASCII.openBrace, offset: start, isInTemplate: true))
        index += 1
        return token(mayBeRegex: true)
      case ASCII.backslash:
        index += 2
      default: index += 1
      }
    }
    throw .unfinished(.template, location(start))
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      ASCII.zero...ASCII.nine, ASCII.underscore, ASCII.dollar, ASCII.hash,
      ASCII.backslash, 0x80...:
      true
    default: false
    }
  }

  private static let closing: [UInt8: UInt8] = [
    ASCII.openParenthesis: ASCII.closeParenthesis, ASCII.openBracket: ASCII.closeBracket,
    ASCII.openBrace: ASCII.closeBrace,
  ]
  private static let beforeConditions = words("if while for with")
  private static let beforeRegexes = words(
    "return typeof case in of delete void throw new do else instanceof yield await")

  private static func words(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }
}
