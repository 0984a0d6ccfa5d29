// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public struct CharacterSet: Hashable, Sendable {
  public static var whitespaces: CharacterSet { fatalError() }
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
  public init(charactersIn string: String) { fatalError() }
}

extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public func padding<T: StringProtocol>(toLength length: Int, withPad pad: T, startingAt index: Int)
    -> String
  {
    fatalError()
  }
  public func contains<T: StringProtocol>(_ other: T) -> Bool { fatalError() }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement
  ) -> String { fatalError() }
  public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { fatalError() }
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { fatalError() }
  public var removingPercentEncoding: String? { fatalError() }
}

extension String {
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  public init?(data: Data, encoding: Encoding) { fatalError() }

  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let utf8 = Encoding(rawValue: 4)
  }
}

open class NSString: NSObject {
  public var deletingLastPathComponent: String { fatalError() }
  public var lastPathComponent: String { fatalError() }
}

// As in Apple's Foundation, `as` converts a String to an NSString.
extension String: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSString
  public func _bridgeToObjectiveC() -> NSString { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) { fatalError() }
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool {
    fatalError()
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { fatalError() }
}

public struct NSRange: Hashable, Sendable {
  public init(location: Int, length: Int) { fatalError() }
}

open class NSTextCheckingResult: NSObject {}

open class NSRegularExpression: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var caseInsensitive: Options { fatalError() }
  }
  public struct MatchingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var reportProgress: MatchingOptions { fatalError() }
  }
  public struct MatchingFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }

  @available(macOS 10.7, iOS 4.0, *)
  public init(pattern: String, options: Options = []) throws { fatalError() }
  public func enumerateMatches(
    in text: String, options: MatchingOptions = [], range: NSRange,
    using body: (NSTextCheckingResult?, MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    fatalError()
  }
  public class func escapedPattern(for text: String) -> String { fatalError() }
  public func firstMatch(in text: String, options: MatchingOptions = [], range: NSRange)
    -> NSTextCheckingResult?
  {
    fatalError()
  }
}
