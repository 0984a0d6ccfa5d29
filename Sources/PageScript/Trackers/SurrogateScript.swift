import Bytes

/// A script that takes the place of one that is blocked, checked as far as that can be done without running it.
public struct SurrogateScript: Sendable {
  let text: [UInt8]

  /// The most bytes of one. Those in use have some kilobytes.
  public static let maximumBytes = 1 << 18

  /// What is wrong with a script.
  public enum Problem: Error, Hashable, Sendable {
    /// It has more bytes than ``SurrogateScript/maximumBytes``.
    case tooLarge
    /// It is no UTF-8.
    case encoding
    /// It has the text that hosts replace by their secret.
    case secret
    /// It ends or breaks off inside of something, which begins here.
    case unfinished(Construct, TextLocation)
    /// A bracket that closes nothing, or something else than what is open.
    case strayBracket(TextLocation)
    /// It is a module, which this word says.
    case module(TextLocation)
  }

  /// What has an end in JavaScript.
  public enum Construct: String, Hashable, Sendable {
    /// `( [ {`
    case bracket
    /// `/* */`
    case comment
    /// `"…"` and `'…'`
    case string
    /// What stands between backticks.
    case template
    /// `/…/`
    case regex
  }

  /// Takes a script that is sound. A mistake that ends the function which it is put into would be one of all scripts for pages.
  public init(parsing script: some InputBytes & ~Escapable) throws(Problem) {
    let name = script.inputName
    let bytes = script.inputArray()
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard text.span.invalidUTF8(in: ByteRange(0, text.count)) == nil else { throw .encoding }
    guard !Self.contains(text, Array(PageScript.secretToken.utf8)) else { throw .secret }
    var shape = ScriptShape(text)
    do throws(ScriptShape.Fault) {
      try shape.check()
    } catch {
      throw Problem(error, in: text.span, file: name)
    }
    self.text = text
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0] == part[0] && text[$0...].starts(with: part) }
  }
}

extension SurrogateScript.Problem {
  fileprivate init(_ fault: ScriptShape.Fault, in text: Span<UInt8>, file: String?) {
    func location(_ offset: Int) -> TextLocation {
      var counter = PositionCounter()
      return counter.location(of: offset..<offset, in: text, file: file)
    }
    switch fault {
    case .unfinished(let construct, let offset): self = .unfinished(construct, location(offset))
    case .strayBracket(let offset): self = .strayBracket(location(offset))
    case .module(let offset): self = .module(location(offset))
    }
  }

  /// Where it is; nil where it is wrong as a whole.
  public var location: TextLocation? {
    switch self {
    case .tooLarge, .encoding, .secret: nil
    case .unfinished(_, let location), .strayBracket(let location), .module(let location): location
    }
  }
}

extension SurrogateScript.Problem: CustomStringConvertible {
  /// What is wrong, in plain words.
  public var description: String {
    switch self {
    case .tooLarge: "it has more than \(SurrogateScript.maximumBytes) bytes"
    case .encoding: "it is not UTF-8"
    case .secret: "it has the text \(PageScript.secretToken), which hosts replace"
    case .unfinished(let construct, let location):
      "the \(construct.rawValue) that begins in line \(location.line) has no end"
    case .strayBracket(let location): "line \(location.line) closes a bracket that is not open"
    case .module(let location): "line \(location.line) is one of a module, and scripts are no modules"
    }
  }
}
