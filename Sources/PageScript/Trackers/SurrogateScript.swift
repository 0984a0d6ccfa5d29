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
    /// It ends or breaks off inside of something; the line is that in which this begins, from 1.
    case unfinished(Construct, line: Int)
    /// A bracket that closes nothing, or something else than what is open.
    case strayBracket(line: Int)
    /// It is a module.
    case module(line: Int)
  }

  /// What has an end in JavaScript.
  public enum Construct: String, Hashable, Sendable {
    /// `( [ {`
    case bracket
    /// `/* */`
    case comment
    /// `"…"` and `'…'`
    case string
    /// `` `…` ``
    case template
    /// `/…/`
    case regex
  }

  /// Takes a script that is sound. A mistake that ends the function which it is put into would be one of all scripts for pages.
  public init(parsing script: some InputBytes & ~Escapable) throws(Problem) {
    let bytes = script.inputArray()
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard text.span.invalidUTF8(in: ByteRange(0, text.count)) == nil else { throw .encoding }
    guard !Self.contains(text, Array(PageScript.secretToken.utf8)) else { throw .secret }
    var shape = ScriptShape(text)
    try shape.check()
    self.text = text
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0] == part[0] && text[$0...].starts(with: part) }
  }
}

extension SurrogateScript.Problem: CustomStringConvertible {
  /// What is wrong, in plain words.
  public var description: String {
    switch self {
    case .tooLarge: "it has more than \(SurrogateScript.maximumBytes) bytes"
    case .encoding: "it is not UTF-8"
    case .secret: "it has the text \(PageScript.secretToken), which hosts replace"
    case .unfinished(let construct, let line):
      "the \(construct.rawValue) that begins in line \(line) has no end"
    case .strayBracket(let line): "line \(line) closes a bracket that is not open"
    case .module(let line): "line \(line) is one of a module, and scripts are no modules"
    }
  }
}
