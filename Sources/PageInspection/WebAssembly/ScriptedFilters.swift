import ContentBlocker
import Conversion
import JSON

/// No page scripts, which are not part of the module for WebAssembly.
public struct ScriptedFilters: Sendable {
  /// There is no action.
  public enum Deed: Equatable, Sendable {}

  /// No line.
  var lines: Set<FilterLine> { [] }

  init(_ sources: [ParsedSource], _ report: ConversionReport, _ options: ConversionOptions) {}

  /// Returns no action.
  func deeds(_ description: RequestDescription) -> [Deed] { [] }
}

extension JSONWriter {
  mutating func add(_ deed: ScriptedFilters.Deed) {}
}
