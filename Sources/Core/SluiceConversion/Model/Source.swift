import SluiceRules
import SluiceSyntax

/// A filter list to convert.
public struct Source: Sendable {
  /// The name of the list in diagnostics: a path or URL.
  public var name: String
  /// The content of the list.
  public var bytes: [UInt8]
  /// The dialect of the list, or `nil` for ``ConversionOptions/dialect``.
  public var dialect: Dialect?
  /// The dialect that was detected in a whole list of which this is a part. A given dialect overrides it.
  package var detectedDialect: Dialect?

  /// Creates a list with this name and content.
  public init(name: String, bytes: some InputBytes & ~Escapable, dialect: Dialect? = nil) {
    self.name = name
    self.bytes = bytes.inputArray()
    self.dialect = dialect
  }
}

extension Source: InputBytes {
  /// The name of the list.
  public var inputName: String? { name }

  /// Calls a closure with the content of the list.
  public func withInputBytes<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(bytes.span) }

  /// Returns the content of the list.
  public func inputArray() -> [UInt8] { bytes }
}
