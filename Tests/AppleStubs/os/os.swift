// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(macOS 11.0, iOS 14.0, *)
public struct Logger: Sendable {
  public init(subsystem: String, category: String) { fatalError() }
  public func notice(_ message: OSLogMessage) { fatalError() }
  public func error(_ message: OSLogMessage) { fatalError() }
  public func debug(_ message: OSLogMessage) { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { fatalError() }
  public init(stringInterpolation: Interpolation) { fatalError() }
  public struct Interpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    public mutating func appendLiteral(_ literal: String) { fatalError() }
    public mutating func appendInterpolation(
      _ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) { fatalError() }
  }
}

@available(macOS 11.0, iOS 14.0, *)
public struct OSLogPrivacy {
  public static var `public`: OSLogPrivacy { fatalError() }
  public static var `private`: OSLogPrivacy { fatalError() }
  public static var auto: OSLogPrivacy { fatalError() }
}

#if os(iOS)
  @available(iOS 13.0, *)
  public func os_proc_available_memory() -> Int { fatalError() }
#endif
