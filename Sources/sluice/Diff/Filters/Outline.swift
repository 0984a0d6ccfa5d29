/// What is told of a comparison, the most important first, whatever it is written as.
struct Outline {
  /// One line on all of it.
  var headline: [Piece]
  var sections: [Section] = []

  /// Something that is told of in a few lines and many items.
  struct Section {
    let title: String
    var facts: [[Piece]] = []
    var items: [Item] = []
    /// How many items there are in all.
    var total = 0
  }

  /// An example.
  struct Item {
    var mark: Mark?
    let line: [Piece]
    var details: [[Piece]] = []
  }

  enum Mark { case added, removed, changed }

  /// A piece of a line.
  enum Piece: Equatable {
    /// The program's own words.
    case words(String)
    /// What comes from lists, requests or the file system.
    case foreign(String)
    /// A URL of a request, which may hold secrets.
    case url(String)
  }

  /// Adds a section, unless there is nothing in it.
  mutating func add(_ section: Section) {
    if !section.facts.isEmpty || section.total > 0 { sections.append(section) }
  }
}
