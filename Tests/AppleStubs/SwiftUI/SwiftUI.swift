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
  nonisolated public func padding(_ length: CGFloat) -> some View { self }
  nonisolated public func frame(
    minWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, maxHeight: CGFloat? = nil
  ) -> some View { self }
  nonisolated public func font(_ font: Font?) -> some View { self }
  nonisolated public func lineLimit(_ number: Int?) -> some View { self }
  nonisolated public func disabled(_ disabled: Bool) -> some View { self }
  nonisolated public func contextMenu<Items: View>(@ViewBuilder menuItems: () -> Items) -> some View { self }
  nonisolated public func popover<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }
  nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { self }
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View { self }
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func help<S: StringProtocol>(_ text: S) -> some View { self }
  @available(macOS 12.3, iOS 15.4, *)
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View { self }
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  @available(macOS 11.0, iOS 14.0, *)
  nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }
  @available(macOS 12.0, iOS 15.0, *)
  nonisolated public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { self }
  @available(macOS 13.0, iOS 16.0, *)
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
  #if !os(macOS)
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { self }
    @available(iOS 15.0, *)
    nonisolated public func textInputAutocapitalization(_ capitalization: TextInputAutocapitalization?)
      -> some View
    { self }
  #endif
  nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
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

#if !os(macOS)
  @available(iOS 15.0, *)
  public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { fatalError() }
  }
#endif

@available(macOS 10.15, iOS 13.0, *)
public struct VStack<Content: View>: View {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) { fatalError() }
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
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID { fatalError() }
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
public struct Button<Label: View>: View {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { fatalError() }
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) where Label == Text {
    fatalError()
  }
  @available(macOS 12.0, iOS 15.0, *)
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void)
  where Label == Text { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct ProgressView: View {
  public init() { fatalError() }
  public init(value: Double?) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
@dynamicMemberLookup @propertyWrapper public struct Binding<Value> {
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public subscript<Subject>(dynamicMember path: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    fatalError()
  }
}

@available(macOS 10.15, iOS 13.0, *)
@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
extension State where Value: ExpressibleByNilLiteral {
  public init() { fatalError() }
}

@available(macOS 12.0, iOS 15.0, *)
@propertyWrapper public struct FocusState<Value: Hashable> {
  public struct Binding {
    public var wrappedValue: Value {
      get { fatalError() }
      nonmutating set { fatalError() }
    }
  }

  public init() where Value == Bool { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: FocusState<Value>.Binding { fatalError() }
}

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

@available(macOS 10.15, iOS 13.0, *)
public enum HorizontalAlignment: Sendable {
  case leading
  case center
}

@available(macOS 10.15, iOS 13.0, *)
public struct Font: Sendable {
  public static var headline: Font { fatalError() }
  public static var caption: Font { fatalError() }
  @available(macOS 11.0, iOS 14.0, *)
  public static var title2: Font { fatalError() }
}

@available(macOS 12.0, iOS 15.0, *)
public struct ButtonRole: Sendable {
  public static let destructive = ButtonRole()
}

@available(macOS 10.15, iOS 13.0, *)
public struct AccessibilityTraits: SetAlgebra, Sendable {
  public static var isSelected: AccessibilityTraits { fatalError() }
  public typealias Element = AccessibilityTraits
  public typealias ArrayLiteralElement = AccessibilityTraits
  public init() { fatalError() }
  public func contains(_ member: AccessibilityTraits) -> Bool { fatalError() }
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { fatalError() }
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { fatalError() }
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { fatalError() }
  public mutating func insert(_ member: AccessibilityTraits) -> (
    inserted: Bool, memberAfterInsert: AccessibilityTraits
  ) { fatalError() }
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { fatalError() }
  public mutating func update(with member: AccessibilityTraits) -> AccessibilityTraits? { fatalError() }
  public mutating func formUnion(_ other: AccessibilityTraits) { fatalError() }
  public mutating func formIntersection(_ other: AccessibilityTraits) { fatalError() }
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct KeyEquivalent: ExpressibleByExtendedGraphemeClusterLiteral, Sendable {
  public init(extendedGraphemeClusterLiteral value: Character) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { fatalError() }
  public static let command = EventModifiers(rawValue: 1)
}

@available(macOS 11.0, iOS 14.0, *)
public struct KeyboardShortcut: Sendable {
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) { fatalError() }
}

@available(macOS 12.0, iOS 15.0, *)
public protocol TextSelectability {}

@available(macOS 12.0, iOS 15.0, *)
public struct EnabledTextSelectability: TextSelectability {}

@available(macOS 12.0, iOS 15.0, *)
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Image: View {
  @available(macOS 11.0, iOS 13.0, *)
  public init(systemName: String) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Spacer: View {
  public init() { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Toggle: View {
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
extension Picker where Label == Text {
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Axis: Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { fatalError() }
    public static let horizontal = Set(rawValue: 1)
  }
}

@available(macOS 10.15, iOS 13.0, *)
public struct ScrollView<Content: View>: View {
  public init(_ axes: Axis.Set, @ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct List<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
public struct Section<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  @available(macOS 12.0, iOS 15.0, *)
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct DisclosureGroup<Content: View>: View {
  public init<S: StringProtocol>(_ label: S, @ViewBuilder content: @escaping () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 11.0, iOS 14.0, *)
public struct Menu<Label: View, Content: View>: View {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 13.0, iOS 16.0, *)
public struct ShareLink: View {
  public init(item: URL) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 13.0, iOS 16.0, *)
public struct NavigationStack<Root: View>: View {
  public init(@ViewBuilder root: () -> Root) { fatalError() }
  public var body: Never { return fatalError() }
}

@available(macOS 10.15, iOS 13.0, *)
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
