import SluiceSyntax

/// A parsed filter list.
public struct ParsedSource: Sendable {
  /// The name of the list in diagnostics.
  public var name: String
  /// The bytes and lines of the list.
  public var list: FilterList
  /// The dialect of the list, or `nil` for ``ConversionOptions/dialect``.
  public var dialect: Dialect?
  /// The texts that are accepted as the list.
  public var accepts: AcceptedText

  /// Creates a parsed list with this name.
  public init(name: String, list: FilterList, dialect: Dialect? = nil, accepts: AcceptedText = .lists) {
    self.name = name
    self.list = list
    self.dialect = dialect
    self.accepts = accepts
  }

  /// The content of a text that is not a list and not accepted; nil for a list, also with a merge conflict.
  package var refusedContent: ForeignContent? {
    guard case .foreign(let content) = list.judgement, accepts.refuses(content) else { return nil }
    return content
  }

  /// The error for a text that is not accepted as a list; nil for a list.
  package var refusal: ConversionError? {
    guard let content = list.judgement.problem, accepts.refuses(content) else { return nil }
    return .foreign(name: name, content: content, line: list.judgement.problemLine(in: list.bytes))
  }

  /// Returns the list read in a dialect: its own dialect if it has one, otherwise that of the options if they
  /// have one, otherwise the detected dialect.
  public func reading(_ options: ConversionOptions) -> ListReading {
    ListReading(list, dialect: dialect ?? options.dialect)
  }

  func location(ofLine index: Int) -> TextLocation {
    list.location(of: list.lines[index].range, inLine: index, file: name)
  }
}
