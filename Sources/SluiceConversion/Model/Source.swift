import SluiceSyntax
import SluiceText

/// A filter list to convert.
public struct Source: Sendable {
  /// The name of the list in diagnostics: a path or URL.
  public var name: String
  /// The content of the list.
  public var bytes: [UInt8] { didSet { judgement = nil } }
  /// The dialect of the list, or `nil` for ``ConversionOptions/dialect``.
  public var dialect: Dialect? { didSet { judgement = nil } }
  /// The judgement of the content in this dialect, if it was made when the list was read.
  package var judgement: ListJudgement?
  /// The dialect that was detected in a whole list, if this is a part of it. A given dialect overrides it.
  package var detectedDialect: Dialect?
  /// The texts that are accepted as the list.
  public var accepts: AcceptedText

  /// Creates a list with this name and content.
  public init(
    name: String, bytes: some InputBytes & ~Escapable, dialect: Dialect? = nil,
    accepts: AcceptedText = .lists
  ) {
    self.name = name
    self.bytes = bytes.inputArray()
    self.dialect = dialect
    self.accepts = accepts
  }
}

/// The texts that are accepted as a filter list. Each text is judged once, when it is read.
///
/// A conversion refuses other texts with ``ConversionError/foreign(name:content:line:)``: servers and networks send
/// pages and errors in place of lists, whose lines would become rules.
@nonexhaustive public enum AcceptedText: String, CaseIterable, Hashable, Sendable {
  /// Filter lists that have a filter. Empty files and lists without filters are refused.
  case nonEmptyLists = "non-empty-lists"
  /// Filter lists, also those without a filter.
  case lists
  /// Filters that a person types: also single words, prose and nothing. Texts that nobody types are refused, such as an
  /// HTML page or JSON.
  case typedFilters = "typed-filters"
  /// Any text or data. Each line that is not a filter is reported.
  case anything

  /// Returns whether a text with this content is refused.
  package func refuses(_ content: ForeignContent) -> Bool {
    switch self {
    case .nonEmptyLists: true
    case .lists: !content.isEmpty
    case .typedFilters: content.isNeverTyped
    case .anything: false
    }
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
  package func reading(_ options: ConversionOptions) -> ListReading {
    ListReading(list, dialect: dialect ?? options.dialect)
  }

  func location(ofLine index: Int) -> TextLocation {
    list.location(of: list.lines[index].range, inLine: index, file: name)
  }
}
