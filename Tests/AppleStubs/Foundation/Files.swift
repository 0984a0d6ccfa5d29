// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public struct FileAttributeKey: Hashable, Sendable {
  public static var posixPermissions: FileAttributeKey { fatalError() }
  public static var type: FileAttributeKey { fatalError() }
}

public struct FileAttributeType: Hashable, Sendable {
  public static var typeDirectory: FileAttributeType { fatalError() }
}

/// The type of the ObjectiveC module, which Foundation exports.
public struct ObjCBool: Sendable, ExpressibleByBooleanLiteral {
  public init(_ value: Bool) { fatalError() }
  public init(booleanLiteral value: Bool) { fatalError() }
  public var boolValue: Bool { fatalError() }
}

open class FileManager: NSObject {
  public class var `default`: FileManager { fatalError() }
  public var currentDirectoryPath: String { fatalError() }
  public func contents(atPath path: String) -> Data? { fatalError() }
  public func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  @discardableResult
  public func createFile(
    atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { fatalError() }
  public func createDirectory(
    atPath path: String, withIntermediateDirectories intermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
  public func createDirectory(
    at url: URL, withIntermediateDirectories intermediates: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
  public func fileExists(atPath path: String) -> Bool { fatalError() }
  public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool {
    fatalError()
  }
  public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  public func copyItem(at source: URL, to target: URL) throws { fatalError() }
  public func moveItem(at source: URL, to target: URL) throws { fatalError() }
  public func removeItem(at url: URL) throws { fatalError() }
  @available(macOS 10.8, iOS 7.0, *)
  public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { fatalError() }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public class var standardError: FileHandle { fatalError() }
  public class var standardInput: FileHandle { fatalError() }
  public class var standardOutput: FileHandle { fatalError() }
  public convenience init?(forReadingAtPath path: String) { fatalError() }
  public convenience init?(forWritingAtPath path: String) { fatalError() }
  public func write(_ data: Data) { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, *)
  public func write<T: DataProtocol>(contentsOf data: T) throws { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, *)
  public func read(upToCount count: Int) throws -> Data? { fatalError() }
  @available(macOS 10.15.4, iOS 13.4, *)
  @discardableResult public func seekToEnd() throws -> UInt64 { fatalError() }
  @available(macOS 10.15, iOS 13.0, *)
  public func seek(toOffset offset: UInt64) throws { fatalError() }
  @available(macOS 10.15, iOS 13.0, *)
  public func close() throws { fatalError() }
}
