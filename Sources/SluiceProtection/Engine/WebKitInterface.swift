/// A WebKit implementation that compiles rule lists and stores them in a folder.
///
/// All calls are on the main actor. WebKit compiles on its own threads, one list at a time.
@MainActor public protocol RuleListEngine: AnyObject {
  /// The name and version. A different version compiles existing lists again, even during a lookup.
  var version: String { get }

  /// Opens an existing folder for all later calls.
  func open(_ folder: String) throws(EngineProblem)

  /// Returns a list that is already compiled; nil if the identifier is unknown or the list cannot be read.
  func list(_ identifier: String) async -> (any CompiledRuleList)?

  /// Compiles a list and stores it under an identifier.
  func compile(_ identifier: String, json: [UInt8]) async throws(EngineProblem) -> any CompiledRuleList

  /// Removes a compiled list. Views that use it are not affected.
  func remove(_ identifier: String) async

  /// Returns the identifiers of all stored lists, including those of other code.
  func identifiers() async -> [String]

  /// Returns the path of a compiled list's file in the folder; nil if WebKit does not reveal it.
  func file(of identifier: String) -> String?

  /// Whether holders of this engine apply styles with user style sheets. Otherwise, scripts apply all styles.
  var appliesStyles: Bool { get }
}

extension RuleListEngine {
  /// Apple's WebKit has no public API for user style sheets.
  public var appliesStyles: Bool { false }
}

/// A compiled list. It can be released on any thread and releases its WebKit object on the main thread.
@MainActor public protocol CompiledRuleList: AnyObject {
  /// The identifier under which the list was compiled.
  nonisolated var identifier: String { get }
}

/// The reason why WebKit did not compile a list.
@nonexhaustive public enum EngineProblem: Error, Hashable, Sendable {
  /// WebKit rejects the list. The value is WebKit's message.
  case rejected(String)
  /// WebKit cannot read or write its folder, or is not available. This says nothing about the list.
  case unavailable(String)

  /// A description of the problem.
  public var message: String {
    switch self {
    case .rejected(let words): "WebKit rejects the list: \(words)"
    case .unavailable(let words): "WebKit cannot compile: \(words)"
    }
  }
}

extension EngineProblem: CustomStringConvertible {
  /// The message for the user.
  public var description: String { message }
}

/// A view that shows web pages.
@MainActor public protocol ProtectedView: AnyObject {
  /// The object that provides the view's rule lists and scripts. Related views share a holder.
  var holder: any RuleListHolder { get }
  /// The address of the page that is shown, not of one that is loading; nil before the first page.
  var page: String? { get }
}

/// An object that holds rule lists and scripts for views: WebKit's user content manager or controller.
@MainActor public protocol RuleListHolder: AnyObject {
  /// Adds a list.
  func add(_ list: any CompiledRuleList)
  /// Removes a list.
  func remove(_ list: any CompiledRuleList)
  /// Sets the scripts for all frames of pages that open from now on, replacing those of the last call.
  /// Scripts of other code stay.
  func setScripts(_ scripts: [PageScriptText])
  /// Sets the styles of pages, replacing those of the last call. Style sheets of other code stay.
  func setStyles(_ styles: [PageStyleSheet])
}

extension RuleListHolder {
  /// Does nothing.
  public func setStyles(_ styles: [PageStyleSheet]) {}
}

/// A user style sheet for the top-level pages of a host.
public struct PageStyleSheet: Hashable, Sendable {
  /// The host as browsers write it, without wildcards.
  public var host: String
  /// The rules.
  public var text: String

  /// Creates a style sheet.
  public init(host: String, text: String) { (self.host, self.text) = (host, text) }
}

/// A page script, ready to run.
public struct PageScriptText: Hashable, Sendable {
  /// The source text of the script.
  public var text: String
  /// Whether the script runs in the page's own world. Otherwise, it runs in the world named ``world``.
  public var isOfPage: Bool

  /// The name of the isolated script world.
  public static let world = "sluice"

  /// Creates a script.
  public init(text: String, isOfPage: Bool) { (self.text, self.isOfPage) = (text, isOfPage) }
}

/// An event in the main frame of a view. Events of other frames are not reported.
///
/// WebKit reports the end of a navigation late. When a new page is requested, the page that it replaces may
/// still be loading, and the end of that navigation follows later. So events name their navigation.
@nonexhaustive public enum NavigationEvent: Hashable, Sendable {
  /// A page is about to be requested. Lists that change now apply to it.
  ///
  /// - Parameter isCertain: Whether the page is certainly for the main frame. WebKitGTK does not report this.
  case asked(_ page: String, isCertain: Bool = true)
  /// The requested navigation has started.
  case started(_ page: String, NavigationID)
  /// The server redirects the current navigation.
  case redirected(_ page: String, NavigationID)
  /// The server has responded, and the response will become the page: it is neither a download nor empty.
  case answered(_ page: String)
  /// The view now shows the page.
  case committed(_ page: String, NavigationID)
  /// A navigation has ended, with or without success, before or after its commit.
  case ended(NavigationID)
  /// The web process of the view has ended. The view shows no page.
  case processEnded
}

/// The identifier of a navigation of a view.
public struct NavigationID: Hashable, Sendable {
  package let number: Int

  /// Creates an identifier from a number.
  public init(_ number: Int) { self.number = number }
}
