import SluiceConversion
import SluicePageScript
import SluiceText

extension JSONWriter {
  /// Appends the members of an action of a page script.
  package mutating func add(_ effect: ScriptedFilters.Effect) {
    add(effect.filter)
    switch effect.kind {
    case .scriptlet(let name, let arguments, let world):
      add("does", "scriptlet")
      add("scriptlet", name)
      add("arguments", arguments)
      add("world", world.rawValue)
    case .elements(let action, let operators):
      add("does", action.rawValue)
      add("operators", operators)
    }
  }
}
