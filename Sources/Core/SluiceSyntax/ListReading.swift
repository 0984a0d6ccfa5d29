/// The kind and the dialect in which a list is read.
public struct ListReading: Hashable, Sendable {
  /// The kind of list.
  public var kind: ListKind
  /// The dialect, which determines the meaning of host names.
  public var dialect: Dialect

  /// Determines how to read a list. If `dialect` is nil, the dialect is detected.
  public init(_ list: FilterList, dialect: Dialect?) {
    self.dialect = dialect ?? list.dialect
    kind = list.kind.read(as: self.dialect)
  }

  /// A description such as `a hosts file` or `a filter list in the dialect of uBlock Origin`.
  public var words: String {
    kind == .filters ? "\(kind.words) in the dialect of \(dialect.name)" : kind.words
  }
}
