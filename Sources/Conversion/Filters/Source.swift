import ContentBlocker
import FilterSyntax
import Foundation

/// A list to convert.
public struct Source: Sendable {
  /// What diagnostics call it: a path or URL.
  public var name: String
  /// Its bytes as they were read.
  public var bytes: [UInt8]
  /// Its dialect, or nil for that of the options.
  public var dialect: Dialect?

  /// A list of this name.
  public init(name: String, bytes: some InputBytes & ~Escapable, dialect: Dialect? = nil) {
    self.name = name
    self.bytes = bytes.inputArray()
    self.dialect = dialect
  }

  /// Reads a list of this machine, which is called by its path.
  public init(contentsOf file: URL, dialect: Dialect? = nil) throws(FileProblem) {
    let text = try FileText(contentsOf: file)
    self.init(name: text.path, bytes: text, dialect: dialect)
  }
}

extension Source: InputBytes {
  /// ``name``
  public var inputName: String? { name }

  /// Hands ``bytes`` over.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(bytes.span) }

  /// ``bytes``
  public func inputArray() -> [UInt8] { bytes }
}
