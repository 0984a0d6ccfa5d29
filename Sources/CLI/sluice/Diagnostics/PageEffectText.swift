import SluicePageScript

/// The action of a page script for a filter, as text.
enum PageEffectText {
  /// Returns text like `hides elements by has-text, upward` or `runs set-constant(a.b, true) in the page's
  /// world`.
  static func line(_ kind: PageEffect.Kind) -> String {
    switch kind {
    case .scriptlet(let name, let arguments, let world):
      "runs \(call(name, arguments)) in \(words(world))"
    case .elements(let action, let operators):
      words(action) + (operators.isEmpty ? "" : " by \(operators.joined(separator: ", "))")
    }
  }

  /// Returns a scriptlet call with the canonical name and the arguments that are passed.
  static func call(_ name: String, _ arguments: [String]) -> String {
    "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private static func words(_ world: PageScript.World) -> String {
    switch world {
    case .page: "the page's world"
    case .isolated: "the isolated world"
    }
  }

  private static func words(_ action: PageEffect.Action) -> String {
    switch action {
    case .hide: "hides elements"
    case .remove: "removes elements"
    case .removeAttribute: "removes attributes of elements"
    case .removeClass: "removes classes of elements"
    case .style: "gives elements a style"
    }
  }
}
