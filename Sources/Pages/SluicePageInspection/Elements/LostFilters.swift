import SluiceConversion
import SluiceRules
import SluiceSyntax

/// Hiding filters that exceptions with the same selector may cancel completely, so that no rule exists, such
/// as `##.ad` with `#@#.ad`.
struct LostFilters: Sendable {
  /// The filters with a selector, and the exceptions to them.
  struct Group: Sendable {
    let selector: Selector
    fileprivate(set) var hiding: [PlacedFilter] = []
    fileprivate(set) var sparing: [PlacedFilter] = []
  }

  /// The groups in the order of their first exceptions.
  private(set) var groups: [Group] = []

  init(_ sources: [ParsedSource]) {
    var numbers: [[UInt8]: Int] = [:]
    Self.forEach(in: sources, areExceptions: true) { body, filter in
      guard let selector = try? Selector(parsing: body) else { return }
      if numbers[body] == nil {
        numbers[body] = groups.count
        groups.append(Group(selector: selector))
      }
      if let number = numbers[body] { groups[number].sparing.append(filter) }
    }
    if groups.isEmpty { return }
    Self.forEach(in: sources, areExceptions: false) { body, filter in
      if let number = numbers[body] { groups[number].hiding.append(filter) }
    }
    groups.removeAll(where: \.hiding.isEmpty)
  }

  private static func forEach(
    in sources: [ParsedSource], areExceptions: Bool, _ body: ([UInt8], PlacedFilter) -> Void
  ) {
    for source in sources {
      let text = source.list.bytes.span
      for (number, line) in source.list.lines.enumerated() {
        guard case .cosmetic(let filter) = line.content, filter.kind == .hiding,
          filter.isException == areExceptions
        else { continue }
        let placed = PlacedFilter(file: source.name, line: number + 1, text: text.text(line.range))
        body([UInt8](text.extracting(filter.body.indices)), placed)
      }
    }
  }
}
