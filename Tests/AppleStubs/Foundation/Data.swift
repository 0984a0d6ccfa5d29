// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

public struct Data: Hashable, Sendable, Codable, DataProtocol, MutableCollection, RangeReplaceableCollection {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let mappedIfSafe = ReadingOptions(rawValue: 1)
  }

  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let atomic = WritingOptions(rawValue: 1)
  }

  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }

  public typealias Index = Int
  public typealias Indices = Range<Int>
  public typealias SubSequence = Data

  public init() { fatalError() }
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  public init(contentsOf url: URL, options: ReadingOptions = []) throws { fatalError() }
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public func index(after index: Int) -> Int { fatalError() }
  public func index(before index: Int) -> Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set { fatalError() }
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { fatalError() }
    set { fatalError() }
  }
  public mutating func replaceSubrange<C: Collection>(_ bounds: Range<Int>, with elements: C)
  where C.Element == UInt8 { fatalError() }
  public func withUnsafeBytes<ResultType>(
    _ body: (UnsafeRawBufferPointer) throws -> ResultType
  ) rethrows -> ResultType { fatalError() }
  public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }

  public init?(base64Encoded: Data, options: Base64DecodingOptions = []) { fatalError() }
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
}

extension Array: DataProtocol where Element == UInt8 {}
