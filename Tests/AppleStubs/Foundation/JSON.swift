// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

open class JSONDecoder: @unchecked Sendable {
  public init() { fatalError() }
  @available(macOS 12.0, iOS 15.0, *)
  open var allowsJSON5: Bool {
    get { fatalError() }
    set { fatalError() }
  }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    @available(macOS 10.13, iOS 11.0, *)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    @available(macOS 10.15, iOS 13.0, *)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }

  public init() { fatalError() }
  open var outputFormatting: OutputFormatting {
    get { fatalError() }
    set { fatalError() }
  }
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class JSONSerialization {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }

  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
}
