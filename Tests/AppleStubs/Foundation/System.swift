// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Darwin
@_exported import Dispatch

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable {
  public init() { fatalError() }
  public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

@available(macOS 10.13, iOS 11.0, *)
public protocol _KeyValueCodingAndObserving {}

extension NSObject: _KeyValueCodingAndObserving {}

public struct NSKeyValueObservedChange<Value> {}

open class NSKeyValueObservation: NSObject {}

extension _KeyValueCodingAndObserving {
  @preconcurrency public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { fatalError() }
}

@available(macOS 10.9, iOS 7.0, *)
open class Progress: NSObject, @unchecked Sendable {
  open var fractionCompleted: Double { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  public class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { fatalError() }
  @available(macOS 10.6, iOS 2.0, *)
  open var activeProcessorCount: Int { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  open var operatingSystemVersion: OperatingSystemVersion { fatalError() }
}

public struct OperatingSystemVersion: Sendable {
  public var majorVersion: Int
  public var minorVersion: Int
  public var patchVersion: Int
}

open class Bundle: NSObject, @unchecked Sendable {
  public class var main: Bundle { fatalError() }
  public init(for type: AnyClass) { fatalError() }
  open var bundleIdentifier: String? { fatalError() }
  open var executablePath: String? { fatalError() }
  open var executableURL: URL? { fatalError() }
  open var resourceURL: URL? { fatalError() }
  open var infoDictionary: [String: Any]? { fatalError() }
  open func object(forInfoDictionaryKey key: String) -> Any? { fatalError() }
  open func url(forResource name: String?, withExtension ext: String?) -> URL? { fatalError() }
}

public struct UUID: Hashable, Sendable {
  public init() { fatalError() }
  public init?(uuidString: String) { fatalError() }
  public var uuidString: String { fatalError() }
}

open class UserDefaults: NSObject, @unchecked Sendable {
  public class var standard: UserDefaults { fatalError() }
  open func string(forKey key: String) -> String? { fatalError() }
  open func object(forKey key: String) -> Any? { fatalError() }
  open func stringArray(forKey key: String) -> [String]? { fatalError() }
  open func set(_ value: Any?, forKey key: String) { fatalError() }
}

// Threads.

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  open func lock() { fatalError() }
  open func unlock() { fatalError() }
}

open class NSRecursiveLock: NSObject, NSLocking, @unchecked Sendable {
  open func lock() { fatalError() }
  open func unlock() { fatalError() }
}

@available(macOS 10.5, iOS 2.0, *)
open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  open func lock() { fatalError() }
  open func unlock() { fatalError() }
  open func wait() { fatalError() }
  open func signal() { fatalError() }
}

open class Thread: NSObject {
  @available(macOS 10.12, iOS 10.0, *)
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
  public class func sleep(forTimeInterval interval: TimeInterval) { fatalError() }
}

@available(macOS 10.5, iOS 2.0, *)
open class OperationQueue: NSObject, @unchecked Sendable {
  open var maxConcurrentOperationCount: Int {
    get { fatalError() }
    set { fatalError() }
  }
  @available(macOS 10.6, iOS 4.0, *)
  open func addOperation(_ block: @escaping @Sendable () -> Void) { fatalError() }
}

// Errors.

open class NSError: NSObject, Error, @unchecked Sendable {
  open var code: Int { fatalError() }
  open var domain: String { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
}

extension Error {
  public var localizedDescription: String { fatalError() }
}

@available(macOS 10.0, iOS 4.0, *)
public let NSHelpAnchorErrorKey = "NSHelpAnchor"

public struct CocoaError: Error {
  public struct Code: Hashable, Sendable {
    public static var fileNoSuchFile: Code { fatalError() }
    public static var fileReadNoPermission: Code { fatalError() }
    public static var fileReadNoSuchFile: Code { fatalError() }
  }

  public init(_ code: Code) { fatalError() }
  public var code: Code { fatalError() }
  public var underlying: (any Error)? { fatalError() }
}

public struct POSIXError: Error {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init?(rawValue: Int32) { fatalError() }
  }

  public var code: Code { fatalError() }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { fatalError() }
}

// Core Foundation.

public final class CFRunLoop {}

public func CFRunLoopGetMain() -> CFRunLoop! { fatalError() }
public func CFRunLoopRun() { fatalError() }
public func CFRunLoopStop(_ loop: CFRunLoop!) { fatalError() }
public struct CFRunLoopMode: Hashable, Sendable {
  public static var defaultMode: CFRunLoopMode { fatalError() }
}
public enum CFRunLoopRunResult: Int32, Sendable {
  case finished = 1
  case stopped
  case timedOut
  case handledSource
}
public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode!, _ seconds: Double, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult { fatalError() }
public var NSURLErrorCancelled: Int { fatalError() }

// Core Graphics.

public struct CGFloat: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(_ value: Double) { fatalError() }
  public static var infinity: CGFloat { fatalError() }
  public init(floatLiteral value: Double) { fatalError() }
  public init(integerLiteral value: Int) { fatalError() }
}

public struct CGRect: Sendable {
  public static let zero = CGRect(x: 0, y: 0, width: 0, height: 0)
  public init(x: Int, y: Int, width: Int, height: Int) { fatalError() }
}
