// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public class DispatchObject: @unchecked Sendable {}

public final class DispatchQueue: DispatchObject, @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { fatalError() }
    public static let concurrent = Attributes(rawValue: 1)
  }

  public init(label: String, attributes: Attributes = []) { fatalError() }
  public class var main: DispatchQueue { fatalError() }
  @available(macOS 10.10, iOS 8.0, *)
  public class func global() -> DispatchQueue { fatalError() }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) { fatalError() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) { fatalError() }
  public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
}

public final class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  public init(value: Int) { fatalError() }
  @discardableResult public func signal() -> Int { fatalError() }
  public func wait() { fatalError() }
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}

@frozen public enum DispatchTimeoutResult: Sendable {
  case success
  case timedOut
}

public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { fatalError() }
  public static func < (left: DispatchTime, right: DispatchTime) -> Bool { fatalError() }
}

public enum DispatchTimeInterval: Sendable {
  case seconds(Int)
  case milliseconds(Int)
}

public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }

public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (@Sendable @convention(block) () -> Void)?)
  func resume()
}

public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {}

public enum DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static let warning = MemoryPressureEvent(rawValue: 2)
    public static let critical = MemoryPressureEvent(rawValue: 4)
  }

  @available(macOS 10.10, iOS 8.0, *)
  public static func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceMemoryPressure { fatalError() }
}
