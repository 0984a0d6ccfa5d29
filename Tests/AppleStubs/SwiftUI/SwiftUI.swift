// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import AppKit
@_exported import Combine
@_exported import UIKit

@available(macOS 11.0, iOS 14.0, *)
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

@available(macOS 11.0, iOS 14.0, *)
extension App {
  public static func main() { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
@MainActor @preconcurrency public protocol Scene {}

@available(macOS 11.0, iOS 14.0, *)
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@available(macOS 10.15, iOS 13.0, *)
extension Never: View {
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > {
    fatalError()
  }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
  public static func buildEither<A: View, B: View>(first: A) -> ConditionalContent<A, B> { fatalError() }
  public static func buildEither<A: View, B: View>(second: B) -> ConditionalContent<A, B> { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct TupleView<Content>: View {
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct ConditionalContent<A: View, B: View>: View {
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
extension Optional: View where Wrapped: View {
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
extension View {
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  @available(macOS 14.0, iOS 17.0, *)
  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { self }
}

@available(macOS 10.15, iOS 13.0, *)
public struct VStack<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct HStack<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Text: View {
  public init<S: StringProtocol>(_ text: S) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct TextField: View {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Button: View {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct ProgressView: View {
  public init() { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Binding<Value> {}

@available(macOS 10.15, iOS 13.0, *)
@MainActor @propertyWrapper @preconcurrency public struct ObservedObject<Object: ObservableObject> {
  @dynamicMemberLookup @MainActor @preconcurrency public struct Wrapper {
    public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Object, Subject>) -> Binding<
      Subject
    > {
      fatalError()
    }
  }

  public init(wrappedValue: Object) { fatalError() }
  public var wrappedValue: Object {
    get { fatalError() }
    set { fatalError() }
  }
  public var projectedValue: Wrapper { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
@MainActor @propertyWrapper @preconcurrency public struct StateObject<Object: ObservableObject> {
  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> Object) { fatalError() }
  public var wrappedValue: Object { fatalError() }
  public var projectedValue: ObservedObject<Object>.Wrapper { fatalError() }
}

#if os(macOS)
  @available(macOS 10.15, *)
  public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {}

  @available(macOS 10.15, *)
  @MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    typealias Context = NSViewRepresentableContext<Self>
    func makeNSView(context: Context) -> NSViewType
    func updateNSView(_ view: NSViewType, context: Context)
  }

  @available(macOS 10.15, *)
  extension NSViewRepresentable {
    public var body: Never { return fatalError() }
  }
#else
  @available(iOS 13.0, *)
  public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {}

  @available(iOS 13.0, *)
  @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
  }

  @available(iOS 13.0, *)
  extension UIViewRepresentable {
    public var body: Never { return fatalError() }
  }
#endif
