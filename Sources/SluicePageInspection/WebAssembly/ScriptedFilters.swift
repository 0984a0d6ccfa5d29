import SluiceAnalysis
import SluiceConversion
import SluiceRules
import SluiceText

/// No page scripts, which are not part of the module for WebAssembly.
package struct ScriptedFilters: Sendable {
  /// An action, which no filter has here.
  package struct Effect: Equatable, Sendable {
    private init() {}
  }

  var places: Set<FilterPlace> { [] }

  init(_ conversion: ConversionResult) {}

  func effects(_ description: RequestDescription) -> [Effect] { [] }
}

extension JSONWriter {
  mutating func add(_ effect: ScriptedFilters.Effect) {}
}
