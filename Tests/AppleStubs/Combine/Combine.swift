// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@available(macOS 10.15, iOS 13.0, *)
public protocol ObservableObject: AnyObject {}

@available(macOS 10.15, iOS 13.0, *)
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
