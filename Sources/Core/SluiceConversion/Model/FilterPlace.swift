/// Where a filter is: the list and the line.
public struct FilterPlace: Hashable, Comparable, Sendable {
  // Conversions keep a place for each rule and each diagnostic, so it has only eight bytes.
  private var list: UInt32
  private var index: UInt32

  /// Creates the place of a filter from the index of its list among the inputs, and the number of its line,
  /// from 1.
  public init(source: Int, lineNumber: Int) { self.init(source: source, lineIndex: max(lineNumber - 1, 0)) }

  /// Creates a place from two indices.
  package init(source: Int, lineIndex: Int) {
    (list, index) = (UInt32(clamping: source), UInt32(clamping: lineIndex))
  }

  /// The index of the list among the inputs.
  public var source: Int { Int(list) }
  /// The number of the line in the list, from 1.
  public var lineNumber: Int { lineIndex + 1 }
  /// The index of the line in the list, from 0.
  package var lineIndex: Int { Int(index) }

  /// Returns the place of the same line in another list.
  package func inList(_ source: Int) -> FilterPlace { FilterPlace(source: source, lineIndex: lineIndex) }

  /// Compares places in the order of lists and lines.
  public static func < (a: FilterPlace, b: FilterPlace) -> Bool { (a.list, a.index) < (b.list, b.index) }
}
