import Conversion

/// The scriptlets.
enum Scriptlet: String, CaseIterable, Hashable, Sendable {
  case setConstant = "set-constant"

  enum World { case page, isolated }
  var world: World { .page }
  var isTrusted: Bool { false }

  static func resolve(name: String, dialect: DeferredAction.Syntax) -> Scriptlet? {
    ["set", "set-constant", "set.js", "set-constant.js"].contains(name) ? .setConstant : nil
  }
}
