/// The stack of open elements, innermost last.
struct ElementStack: Sendable {
  struct Entry: Sendable {
    var node: Int32
    var name: Int32
    var namespace: HTMLDocument.Namespace

    var tag: Tag? { namespace == .html ? Tag(rawValue: name) : nil }

    func isHTML(_ set: TagSet) -> Bool { namespace == .html && set.contains(name) }

    /// Whether the element of MathML or SVG can contain HTML or text, and so ends scopes.
    var isForeignBoundary: Bool {
      switch namespace {
      case .html: false
      case .mathML: ElementStack.mathEnds.contains(name)
      case .svg: ElementStack.svgEnds.contains(name)
      }
    }
  }

  private(set) var entries: [Entry] = []
  /// The number of open HTML elements, by the number of their name. It avoids searching the stack for
  /// elements that are not open.
  private var counts: [Int32] = []

  /// The depth at which a new element closes the innermost one, as in WebKit, unless both come from the same
  /// token.
  static let maximumDepth = 512
  /// The depth at which a new element always closes the innermost one.
  static let maximumCount = 1024

  var count: Int { entries.count }
  var isDeep: Bool { entries.count >= Self.maximumDepth }
  var isFull: Bool { entries.count >= Self.maximumCount }
  var current: Int32 { entries.last?.node ?? 0 }
  var currentTag: Tag? { entries.last?.tag }

  mutating func push(_ entry: Entry) { insert(entry, at: entries.count) }

  mutating func insert(_ entry: Entry, at index: Int) {
    entries.insert(entry, at: index)
    count(entry, change: 1)
  }

  @discardableResult
  mutating func pop() -> Entry? {
    // The html element is never popped.
    guard entries.count > 1, let entry = entries.popLast() else { return nil }
    count(entry, change: -1)
    return entry
  }

  mutating func remove(at index: Int) {
    guard index > 0 else { return }
    count(entries.remove(at: index), change: -1)
  }

  mutating func replace(at index: Int, by entry: Entry) {
    count(entries[index], change: -1)
    entries[index] = entry
    count(entry, change: 1)
  }

  private mutating func count(_ entry: Entry, change: Int32) {
    guard entry.namespace == .html else { return }
    let number = Int(entry.name)
    while counts.count <= number { counts.append(0) }
    counts[number] += change
  }

  func isOpen(_ name: Int32) -> Bool { Int(name) < counts.count && counts[Int(name)] > 0 }
  func isOpen(_ tag: Tag) -> Bool { isOpen(tag.rawValue) }

  func index(of node: Int32) -> Int? { entries.lastIndex { $0.node == node } }

  func lastIndex(of tag: Tag) -> Int? {
    isOpen(tag) ? entries.lastIndex { $0.tag == tag } : nil
  }

  // MARK: Scopes

  enum Scope { case general, listItem, button, table, select }

  /// Returns whether an element is in scope: it is open, and no element inside it ends the scope.
  func has(_ tag: Tag, in scope: Scope = .general) -> Bool {
    isOpen(tag) && has(in: scope) { $0.tag == tag }
  }

  func hasAny(_ tags: TagSet, in scope: Scope = .general) -> Bool { has(in: scope) { $0.isHTML(tags) } }

  func has(node: Int32) -> Bool { has(in: .general) { $0.node == node } }

  private func has(in scope: Scope, _ predicate: (Entry) -> Bool) -> Bool {
    for entry in entries.reversed() {
      if predicate(entry) { return true }
      if Self.ends(scope, entry: entry) { return false }
    }
    return false
  }

  private static func ends(_ scope: Scope, entry: Entry) -> Bool {
    switch scope {
    case .table: return entry.isHTML(tableEnds)
    case .select: return !entry.isHTML(selectParts)
    case .general: break
    case .listItem: if entry.isHTML(TagSet(.ol, .ul)) { return true }
    case .button: if entry.isHTML(TagSet(.button)) { return true }
    }
    return entry.isHTML(generalEnds) || entry.isForeignBoundary
  }

  private static let generalEnds = TagSet(
    .applet, .caption, .html, .table, .td, .th, .marquee, .object, .template)
  private static let mathEnds = TagSet(.mi, .mo, .mn, .ms, .mtext, .annotationXML)
  private static let svgEnds = TagSet(.foreignObject, .desc, .title)
  private static let tableEnds = TagSet(.html, .table, .template)
  private static let selectParts = TagSet(.optgroup, .option)
}
