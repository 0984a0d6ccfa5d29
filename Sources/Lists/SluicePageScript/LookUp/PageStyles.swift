import SluiceConversion

/// The styles of an isolated script that host apps can apply with user style sheets: those of filters without
/// operators and conditions whose declarations are all important.
///
/// A user style sheet overrides every rule of a page, even in cascade layers and `style` attributes. Compared
/// with hiding rules, the more specific selector has priority. Pages find no sheet in `document.styleSheets`.
///
/// A host app that uses them replaces ``PageScript/stylesToken`` with `user` in the isolated script. Before
/// each top-level page with an `http` or `https` address, it adds a user style sheet of level "user" for top
/// frames, with ``styleSheet(for:)`` of the page's host. In all other documents, the script applies the styles.
public struct PageStyles: Sendable {
  /// The contents of a row that matters to styles.
  enum Content: Hashable, Sendable {
    case rule(String)
    /// An exception that removes other rows.
    case exception(to: [Int])
    /// An exemption that removes all rows of the given parts.
    case exemption(PageExemption.Parts)
  }

  /// The reference of a host key.
  enum Entry: Hashable, Sendable {
    case reference(PageTable.Reference)
    /// The number of a list of references.
    case list(Int)
  }

  let seed: UInt32
  /// The number of hash bits that form the bucket number.
  let bits: Int
  let contents: [Int: Content]
  let everywhere: [PageTable.Reference]
  let lists: [Int: [PageTable.Reference]]
  let entries: [UInt64: Entry]

  /// Returns the styles of the pages of a host, one rule per line; empty for hosts without styles.
  ///
  /// - Parameter host: The host as in `location.hostname`.
  public func styleSheet(for host: String) -> String {
    let page = ScriptedPage(url: Array("https://\(host)/".utf8).span)
    var included: [Int: PageExemption.Parts] = [:]
    var excluded: Set<Int> = []
    func take(_ reference: PageTable.Reference, _ part: PageExemption.Parts) {
      if reference.isExcluded {
        excluded.insert(reference.row)
      } else {
        included[reference.row, default: []].insert(part)
      }
    }
    for reference in everywhere { take(reference, .genericHiding) }
    for key in page.keys {
      switch entries[PageKeyHash(key, seed: seed).entry(bits: bits)] {
      case .reference(let reference)?: take(reference, .specificHiding)
      case .list(let number)?: for reference in lists[number] ?? [] { take(reference, .specificHiding) }
      case nil: break
      }
    }
    var off: PageExemption.Parts = []
    for row in included.keys where !excluded.contains(row) {
      if case .exemption(let parts)? = contents[row] { off.formUnion(parts) }
    }
    let direct = excluded
    for row in included.keys where !direct.contains(row) {
      if case .exception(let rows)? = contents[row] { excluded.formUnion(rows) }
    }
    return included.keys.sorted().map { row in
      guard case .rule(let rule)? = contents[row], !excluded.contains(row),
        let parts = included[row], !parts.subtracting(off).isEmpty
      else { return "" }
      return rule + "\n"
    }.joined()
  }
}
