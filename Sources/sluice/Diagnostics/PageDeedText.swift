import ListBuilding
import PageScript

/// What a script does in pages for a filter, in words.
enum PageDeedText {
  /// `hides elements by has-text, upward` or `runs set-constant(a.b, true) in the page's world`
  static func line(_ kind: PageDeed.Kind) -> String {
    switch kind {
    case .scriptlet(let name, let arguments, let world):
      "runs \(call(name, arguments)) in \(words(world))"
    case .elements(let action, let operators):
      words(action) + (operators.isEmpty ? "" : " by \(operators.joined(separator: ", "))")
    }
  }

  /// A scriptlet by its own name, with its arguments as they are handed to it.
  static func call(_ name: String, _ arguments: [String]) -> String {
    "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private static func words(_ world: PageScript.World) -> String {
    switch world {
    case .page: "the page's world"
    case .isolated: "the isolated world"
    }
  }

  private static func words(_ action: PageDeed.Action) -> String {
    switch action {
    case .hide: "hides elements"
    case .remove: "removes elements"
    case .removeAttribute: "removes attributes of elements"
    case .removeClass: "removes classes of elements"
    case .style: "gives elements a style"
    }
  }
}
