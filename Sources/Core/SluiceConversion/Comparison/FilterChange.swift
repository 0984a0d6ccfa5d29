import SluiceSyntax

/// A pair of filters: the new one replaces the old one and has the same pattern or selector.
public struct FilterChange: Hashable, Sendable {
  /// The position of the old filter.
  public var old: FilterPlace
  /// The position of the new filter.
  public var new: FilterPlace
  /// The differences between the filters.
  public var parts: [Part]

  /// Entries of one kind that only one of the filters has.
  public struct Part: Hashable, Sendable {
    /// The name of the option that the entries belong to: `options` for options without a value, `domain` for
    /// domains.
    public var name: String
    /// The removed entries, as written.
    public var removed: [String]
    /// The added entries, as written.
    public var added: [String]
  }
}

extension FilterChange.Part {
  /// Returns all differences between the parts of two filters.
  static func all(from old: FilterParts, to new: FilterParts) -> [FilterChange.Part] {
    let names =
      old.groups.map { $0.name }
      + new.groups.map { $0.name }.filter { name in
        !old.groups.contains { $0.name == name }
      }
    return names.compactMap { name in
      let before = old.groups.first { $0.name == name }?.parts ?? []
      let after = new.groups.first { $0.name == name }?.parts ?? []
      let (known, kept) = (Set(before.map { $0.identity }), Set(after.map { $0.identity }))
      let part = FilterChange.Part(
        name: name, removed: before.filter { !kept.contains($0.identity) }.map { $0.text },
        added: after.filter { !known.contains($0.identity) }.map { $0.text })
      return part.removed.isEmpty && part.added.isEmpty ? nil : part
    }
  }
}
