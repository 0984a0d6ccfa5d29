// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public typealias TimeInterval = Double

public struct Date: Hashable, Comparable, Sendable, Codable {
  public static var distantPast: Date { fatalError() }
  public init() { fatalError() }
  @available(macOS 12.0, iOS 15.0, *)
  public static var now: Date { fatalError() }
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws { fatalError() }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  public var timeIntervalSinceNow: TimeInterval { fatalError() }
  public static func < (left: Date, right: Date) -> Bool { fatalError() }
}

extension Date {
  public init(timeIntervalSinceNow interval: TimeInterval) { fatalError() }

  @available(macOS 12.0, iOS 15.0, *)
  public enum FormatStyle {
    public struct DateStyle: Hashable, Sendable {
      public static var abbreviated: DateStyle { fatalError() }
    }
    public struct TimeStyle: Hashable, Sendable {
      public static var shortened: TimeStyle { fatalError() }
    }
  }

  @available(macOS 12.0, iOS 15.0, *)
  public func formatted(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) -> String { fatalError() }
}

public struct Locale: Hashable, Sendable {
  public init(identifier: String) { fatalError() }
}

public struct TimeZone: Hashable, Sendable {
  public init?(secondsFromGMT: Int) { fatalError() }
  @available(macOS 13.0, iOS 16.0, *)
  public static var gmt: TimeZone { fatalError() }
}

public struct Calendar: Hashable, Sendable {
  public enum Identifier: Sendable { case gregorian }

  public init(identifier: Identifier) { fatalError() }
  public var timeZone: TimeZone
}

public struct DateComponents: Hashable, Sendable {
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil,
    month: Int? = nil,
    day: Int? = nil
  ) { fatalError() }
  public var isValidDate: Bool { fatalError() }
  public var date: Date? { fatalError() }
}

open class DateFormatter: NSObject {
  open var locale: Locale!
  open var timeZone: TimeZone!
  open var dateFormat: String!
  open func date(from text: String) -> Date? { fatalError() }
}
