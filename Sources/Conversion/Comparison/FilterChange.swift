import FilterSyntax

/// A filter with another one in its place that has the same pattern, or the same selector.
public struct FilterChange: Hashable, Sendable {
  /// Where the old filter stands.
  public var old: FilterLine
  /// Where the new one stands.
  public var new: FilterLine
  /// What they say differently besides.
  public var parts: [Part]

  /// Entries of one kind that are in one of the filters only.
  public struct Part: Hashable, Sendable {
    /// What they belong to: the name of an option with a value, `options` for those without, `domain`.
    public var name: String
    /// The entries that are gone, as they were written.
    public var removed: [String]
    /// The entries that are new, as they are written.
    public var added: [String]
  }
}

extension FilterChange.Part {
  /// All in which two filters differ besides what they have in common.
  static func all(from old: FilterParts, to new: FilterParts) -> [FilterChange.Part] {
    let names =
      old.groups.map(\.name)
      + new.groups.map(\.name).filter { name in
        !old.groups.contains { $0.name == name }
      }
    return names.compactMap { name in
      let before = old.groups.first { $0.name == name }?.parts ?? []
      let after = new.groups.first { $0.name == name }?.parts ?? []
      let (known, kept) = (Set(before.map(\.identity)), Set(after.map(\.identity)))
      let part = FilterChange.Part(
        name: name, removed: before.filter { !kept.contains($0.identity) }.map(\.text),
        added: after.filter { !known.contains($0.identity) }.map(\.text))
      return part.removed.isEmpty && part.added.isEmpty ? nil : part
    }
  }
}
