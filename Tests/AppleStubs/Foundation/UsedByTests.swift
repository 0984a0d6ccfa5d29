// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

// Declarations that only the tests use. They run on macOS.

// Processes.

@available(iOS, unavailable)
open class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable {
    case exit = 1
    case uncaughtSignal
  }

  public override init() { fatalError() }
  open var executableURL: URL?
  open var currentDirectoryURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open var terminationHandler: (@Sendable (Process) -> Void)?
  open var processIdentifier: Int32 { fatalError() }
  open var isRunning: Bool { fatalError() }
  open var terminationStatus: Int32 { fatalError() }
  open var terminationReason: TerminationReason { fatalError() }
  open func run() throws { fatalError() }
  open func interrupt() { fatalError() }
  open func terminate() { fatalError() }
  open func waitUntilExit() { fatalError() }
}

open class Pipe: NSObject, @unchecked Sendable {
  public override init() { fatalError() }
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}

extension FileHandle {
  public class var nullDevice: FileHandle { fatalError() }
  public convenience init(forWritingTo url: URL) throws { fatalError() }
  public convenience init(forReadingFrom url: URL) throws { fatalError() }
  public convenience init?(forUpdatingAtPath path: String) { fatalError() }
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { fatalError() }
  public var fileDescriptor: Int32 { fatalError() }
  public var availableData: Data { fatalError() }
  public func closeFile() { fatalError() }
  public func readDataToEndOfFile() -> Data { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, *)
  public func readToEnd() throws -> Data? { fatalError() }
}

extension Thread {
  @available(macOS 10.12, iOS 10.0, *)
  public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  public var stackSize: Int {
    get { fatalError() }
    set { fatalError() }
  }
  public func start() { fatalError() }
}

extension Bundle {
  public class var allBundles: [Bundle] { fatalError() }
  public var bundlePath: String { fatalError() }
  public var bundleURL: URL { fatalError() }
}

extension ProcessInfo {
  public var processIdentifier: Int32 { fatalError() }
  public var systemUptime: TimeInterval { fatalError() }
}

// Files.

extension FileAttributeKey {
  public static var modificationDate: FileAttributeKey { fatalError() }
  public static var size: FileAttributeKey { fatalError() }
  public static var systemFileNumber: FileAttributeKey { fatalError() }
}

open class NSEnumerator: NSObject {
  open func nextObject() -> Any? { fatalError() }
}

extension NSEnumerator: Sequence {
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}

extension FileManager {
  open class DirectoryEnumerator: NSEnumerator {}

  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var skipsHiddenFiles: DirectoryEnumerationOptions { fatalError() }
  }

  public var temporaryDirectory: URL { fatalError() }
  public func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }
  public func enumerator(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = []
  ) -> DirectoryEnumerator? { fatalError() }
  public func contentsOfDirectory(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = []
  ) throws -> [URL] { fatalError() }
  public func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  public func subpaths(atPath path: String) -> [String]? { fatalError() }
  public func isExecutableFile(atPath path: String) -> Bool { fatalError() }
  public func isReadableFile(atPath path: String) -> Bool { fatalError() }
  public func isWritableFile(atPath path: String) -> Bool { fatalError() }
  public func createSymbolicLink(atPath path: String, withDestinationPath target: String) throws {
    fatalError()
  }
  public func createSymbolicLink(at url: URL, withDestinationURL target: URL) throws { fatalError() }
  public func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
  public func linkItem(atPath path: String, toPath target: String) throws { fatalError() }
  public func linkItem(at url: URL, to target: URL) throws { fatalError() }
  public func copyItem(atPath path: String, toPath target: String) throws { fatalError() }
  public func moveItem(atPath path: String, toPath target: String) throws { fatalError() }
  public func removeItem(atPath path: String) throws { fatalError() }
  public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {
    fatalError()
  }
  @discardableResult public func changeCurrentDirectoryPath(_ path: String) -> Bool { fatalError() }
  public func contentsEqual(atPath path: String, andPath other: String) -> Bool { fatalError() }
}

public struct URLResourceKey: Hashable, Sendable {
  public static var isDirectoryKey: URLResourceKey { fatalError() }
  public static var isRegularFileKey: URLResourceKey { fatalError() }
}

extension URL {
  public var pathExtension: String { fatalError() }
  public var pathComponents: [String] { fatalError() }
  public var standardizedFileURL: URL { fatalError() }
  public func appendingPathComponent(_ part: String) -> URL { fatalError() }
  public func appendingPathExtension(_ part: String) -> URL { fatalError() }
  public func deletingPathExtension() -> URL { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public func appending<S: StringProtocol>(component: S, directoryHint: DirectoryHint = .inferFromPath) -> URL
  {
    fatalError()
  }
  public init(fileURLWithPath path: String, isDirectory: Bool) { fatalError() }
  public init(fileURLWithPath path: String, relativeTo base: URL?) { fatalError() }
}

extension URLComponents {
  @available(macOS 13.0, iOS 16.0, *)
  public var encodedHost: String? {
    get { fatalError() }
    set { fatalError() }
  }
}

extension CocoaError.Code {
  public static var fileReadCorruptFile: CocoaError.Code { fatalError() }
  public static var fileWriteUnknown: CocoaError.Code { fatalError() }
}

// Texts.

public struct StringCompareOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { fatalError() }
  public static var regularExpression: StringCompareOptions { fatalError() }
  public static var caseInsensitive: StringCompareOptions { fatalError() }
  public static var backwards: StringCompareOptions { fatalError() }
  public static var anchored: StringCompareOptions { fatalError() }
  public static var literal: StringCompareOptions { fatalError() }
}

extension String {
  public typealias CompareOptions = StringCompareOptions

  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  public init?(bytes: some Sequence<UInt8>, encoding: Encoding) { fatalError() }
  public func data(using encoding: Encoding, allowLossyConversion: Bool = false) -> Data? { fatalError() }
}

extension String.Encoding {
  public static let ascii = String.Encoding(rawValue: 1)
  public static let isoLatin1 = String.Encoding(rawValue: 5)
  public static let utf16 = String.Encoding(rawValue: 10)
}

extension StringProtocol {
  public func range<T: StringProtocol>(
    of text: T, options: StringCompareOptions = [], range: Range<Index>? = nil, locale: Locale? = nil
  ) -> Range<Index>? { fatalError() }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement, options: StringCompareOptions = [],
    range: Range<Index>? = nil
  ) -> String { fatalError() }
  public func components(separatedBy set: CharacterSet) -> [String] { fatalError() }
  public func enumerateLines(invoking body: @escaping (String, inout Bool) -> Void) { fatalError() }
  public func write<T: StringProtocol>(toFile path: T, atomically: Bool, encoding: String.Encoding) throws {
    fatalError()
  }
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws { fatalError() }
  public var capitalized: String { fatalError() }
}

extension CharacterSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Unicode.Scalar...) { fatalError() }
  public static var newlines: CharacterSet { fatalError() }
  public static var alphanumerics: CharacterSet { fatalError() }
  public static var urlQueryAllowed: CharacterSet { fatalError() }
}

extension NSRange {
  public init<R: RangeExpression, S: StringProtocol>(_ range: R, in text: S) where R.Bound == S.Index {
    fatalError()
  }
}

extension Range where Bound == String.Index {
  public init?(_ range: NSRange, in text: some StringProtocol) { fatalError() }
}

extension NSTextCheckingResult {
  public var range: NSRange { fatalError() }
  public var numberOfRanges: Int { fatalError() }
  public func range(at index: Int) -> NSRange { fatalError() }
}

extension NSRegularExpression {
  public func matches(in text: String, options: MatchingOptions = [], range: NSRange)
    -> [NSTextCheckingResult]
  {
    fatalError()
  }
  public func numberOfMatches(in text: String, options: MatchingOptions = [], range: NSRange) -> Int {
    fatalError()
  }
}

// Times.

extension Date {
  public init(timeIntervalSince1970 interval: TimeInterval) { fatalError() }
  public init(timeInterval interval: TimeInterval, since date: Date) { fatalError() }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
  public static func + (date: Date, interval: TimeInterval) -> Date { fatalError() }
  public static func += (date: inout Date, interval: TimeInterval) { fatalError() }
  public static func - (date: Date, interval: TimeInterval) -> Date { fatalError() }
}

extension DateFormatter {
  public func string(from date: Date) -> String { fatalError() }
}

extension TimeZone {
  public init?(identifier: String) { fatalError() }
}

// Coding.

extension JSONSerialization {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let prettyPrinted = WritingOptions(rawValue: 1)
    @available(macOS 10.13, iOS 11.0, *)
    public static let sortedKeys = WritingOptions(rawValue: 2)
    public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    @available(macOS 10.15, iOS 13.0, *)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
  }

  public class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data {
    fatalError()
  }
  public class func isValidJSONObject(_ object: Any) -> Bool { fatalError() }
}

extension JSONSerialization.ReadingOptions {
  public static let fragmentsAllowed = JSONSerialization.ReadingOptions(rawValue: 4)
}

open class PropertyListEncoder: @unchecked Sendable {
  public init() { fatalError() }
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

open class PropertyListDecoder: @unchecked Sendable {
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class PropertyListSerialization: NSObject {
  public enum PropertyListFormat: UInt, Sendable {
    case openStep = 1
    case xml = 100
    case binary = 200
  }
  public struct ReadOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }
  public class func propertyList(
    from data: Data, options: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { fatalError() }
}

open class XMLParser: NSObject {
  public init(data: Data) { fatalError() }
  open weak var delegate: (any XMLParserDelegate)?
  open var parserError: (any Error)? { fatalError() }
  open var lineNumber: Int { fatalError() }
  open func parse() -> Bool { fatalError() }
}

public protocol XMLParserDelegate: NSObjectProtocol {
  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String])
  func parser(_ parser: XMLParser, foundCharacters string: String)
}

// Transfers.

open class URLProtocol: NSObject, @unchecked Sendable {
  open class func canInit(with request: URLRequest) -> Bool { fatalError() }
  open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
  open var client: (any URLProtocolClient)? { fatalError() }
  open var request: URLRequest { fatalError() }
  open func startLoading() { fatalError() }
  open func stopLoading() { fatalError() }
}

extension URLCache {
  public enum StoragePolicy: UInt, Sendable {
    case allowed
    case allowedInMemoryOnly
    case notAllowed
  }
}

public protocol URLProtocolClient: NSObjectProtocol {
  func urlProtocol(
    _ transfer: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy)
  func urlProtocol(_ transfer: URLProtocol, didLoad data: Data)
  func urlProtocol(_ transfer: URLProtocol, didFailWithError error: any Error)
  func urlProtocolDidFinishLoading(_ transfer: URLProtocol)
}

extension URLSessionConfiguration {
  public var protocolClasses: [AnyClass]? {
    get { fatalError() }
    set { fatalError() }
  }
}

extension HTTPURLResponse {
  public convenience init?(
    url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?
  ) { fatalError() }
}

extension OperationQueue {
  public func waitUntilAllOperationsAreFinished() { fatalError() }
}
