// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The Swift side of Tests/AppleHeaders/ObjectiveC.
@_exported import ObjectiveC

public struct Selector: Hashable, ExpressibleByStringLiteral {
  public init(_ text: String) { fatalError() }
  public init(stringLiteral text: String) { fatalError() }
}

extension NSObject: Equatable, Hashable {
  public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}
