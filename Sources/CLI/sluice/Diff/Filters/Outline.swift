/// The contents of a comparison, most important first, independent of the format.
struct ComparisonReport {
  /// A one-line summary.
  var headline: [Piece]
  var sections: [Section] = []

  /// A section with a few facts and many items.
  struct Section {
    let title: String
    var facts: [[Piece]] = []
    var items: [Item] = []
    /// The total number of items, including those that are left out.
    var total = 0
  }

  /// An example in a section, with details.
  struct Item {
    var mark: Mark?
    let line: [Piece]
    var details: [[Piece]] = []
  }

  enum Mark { case added, removed, changed }

  /// A part of a line.
  enum Piece: Equatable {
    /// Text from Sluice itself.
    case words(String)
    /// Text from lists, requests or the file system.
    case foreign(String)
    /// The URL of a request, which can contain secrets.
    case url(String)
  }

  /// Adds a section, unless it is empty.
  mutating func add(_ section: Section) {
    if !section.facts.isEmpty || section.total > 0 { sections.append(section) }
  }
}
