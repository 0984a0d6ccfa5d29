import ContentBlocker
import Conversion

/// A form of the output in which the cases must hold.
enum ProbeLayout: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// One list, for a WebKit without `ignore-following-rules`.
  case any
  /// One list, for a WebKit with it.
  case webKitGTK = "webkitgtk-2.50"
  /// Two lists, network and cosmetic.
  case split

  private var options: ConversionOptions {
    var options = ConversionOptions()
    options.target = self == .webKitGTK ? .webKitGTK2_50 : .any
    options.split = self == .split ? .action : .none
    return options
  }

  /// The rule lists of these filters, as one input each.
  func convert(
    _ filters: [String], domains scope: DomainScope = .page, generics: GenericHiding = .everywhere
  ) throws -> ConversionResult {
    var text = filters.joined(separator: "\n") + "\n"
    // A list with nothing but hiding is the cosmetic list of two for any target. This is the order of lists with both.
    if self == .any { text += "||nothing-asks-for-this.example^$image\n" }
    var options = options
    options.domainScope = scope
    options.genericHiding = generics
    return try Converter(options: options).convert([Source(name: "case", bytes: Array(text.utf8))])
  }
}
