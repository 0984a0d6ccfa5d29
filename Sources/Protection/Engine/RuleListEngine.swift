/// A WebKit: it compiles rule lists, and keeps compiled ones in a folder.
///
/// WebKit is called on the main actor alone. It compiles on threads of its own, one list after the other.
@MainActor public protocol RuleListEngine: AnyObject {
  /// Which WebKit it is. Another one compiles again what this one has compiled, even when it is only looked up.
  var version: String { get }

  /// Uses this folder, which is there, from now on.
  func open(_ folder: String) throws(EngineProblem)

  /// A list that is compiled already; nil when there is none of the identifier, or none that can be read.
  func list(_ identifier: String) async -> (any CompiledRuleList)?

  /// Compiles a list and keeps it under an identifier.
  func compile(_ identifier: String, json: [UInt8]) async throws(EngineProblem) -> any CompiledRuleList

  /// Removes a compiled list. What acts in views goes on acting.
  func remove(_ identifier: String) async

  /// The identifiers of all lists that it keeps, whosever they are.
  func identifiers() async -> [String]

  /// The file in the folder that has a compiled list; nil where this WebKit does not show it.
  func file(of identifier: String) -> String?
}

/// A compiled list. It may be let go on any thread, and releases what it holds on the main one.
@MainActor public protocol CompiledRuleList: AnyObject {
  /// What it was compiled as.
  nonisolated var identifier: String { get }
}

/// Why a WebKit compiled nothing.
public enum EngineProblem: Error, Hashable, Sendable {
  /// The list is not one that it takes; in its own words.
  case rejected(String)
  /// It cannot write or read its folder, or is not there at all; nothing is said of the list.
  case unavailable(String)

  /// What is wrong, in plain words.
  public var message: String {
    switch self {
    case .rejected(let words): "WebKit does not take the list: \(words)"
    case .unavailable(let words): "WebKit cannot compile: \(words)"
    }
  }
}
