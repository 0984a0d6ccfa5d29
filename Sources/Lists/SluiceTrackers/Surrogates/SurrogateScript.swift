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
    guard !Self.contains(text, Array(Self.secretToken.utf8)) else { throw .secret }
    var shape = ScriptShape(text, file: script.inputName)
    try shape.check()
    self.text = text
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0] == part[0] && text[$0...].starts(with: part) }
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
