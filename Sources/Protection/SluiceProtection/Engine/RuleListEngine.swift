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
