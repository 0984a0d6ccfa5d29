import SluiceConversion
import SluiceRules
import SluiceSyntax

/// A form of the output for which the cases must pass.
enum ProbeLayout: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// One list, for a WebKit without `ignore-following-rules`.
  case any
  /// One list, for a WebKit with `ignore-following-rules`.
  case webKitGTK = "webkitgtk-2.50"
  /// A network list and a cosmetic list.
  case split

  private var options: ConversionOptions {
    var options = ConversionOptions()
    options.target = self == .webKitGTK ? .webKitGTK2_50 : .any
    options.split = self == .split ? .action : .none
    return options
  }

  /// Converts the filters as one source in this layout.
  func convert(
    _ filters: [String], domains scope: DomainScope = .page, generics: GenericHiding = .everywhere
  ) throws -> ConversionResult {
    var text = filters.joined(separator: "\n") + "\n"
    // For any target, a list with only hiding filters becomes the cosmetic list of a pair. The extra filter
    // gives the order of a combined list.
    if self == .any { text += "||nothing-asks-for-this.example^$image\n" }
    var options = options
    options.domainScope = scope
    options.genericHiding = generics
    let source = Source(name: "case", bytes: Array(text.utf8), accepts: .anything)
    return try Converter(options: options).convert([source])
  }
}
