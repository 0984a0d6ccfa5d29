import SluiceRules
import SluiceText

/// Conditions on a single element.
extension MatchRun {
  mutating func holds(_ condition: ParsedSelector.Condition, node: Int32) -> SelectorVerdict {
    switch condition {
    case .type(let name, let namespace): SelectorVerdict(hasType(name, namespace: namespace, node: node))
    case .class(let name): SelectorVerdict(hasClass(name, node: node))
    case .id(let name): SelectorVerdict(hasID(name, node: node))
    case .attribute(let attribute): SelectorVerdict(hasAttribute(attribute, node: node))
    case .any(let list): any(list, node: node)
    case .not(let list): !any(list, node: node)
    case .has(let list): has(list, anchor: node)
    case .nth(let position): isAt(position, node: node)
    case .languages(let languages): speaks(languages, node: node)
    case .direction(let direction): isDirected(direction, node: node)
    case .pseudoClass(let name): isState(name, node: node)
    // Elements of the document are never pseudo-elements.
    case .pseudoElement: .fails
    case .nesting: isState(.scope, node: node)
    }
  }

  private var isQuirky: Bool { document.mode == .quirks }

  /// Returns whether an element has this name and namespace. Names of HTML elements are case-insensitive,
  /// other names are case-sensitive.
  private func hasType(
    _ name: [UInt8]?, namespace: ParsedSelector.Namespace, node: Int32
  ) -> Bool {
    // HTML, SVG and MathML elements all have a namespace.
    if namespace == .none { return false }
    guard let name else { return true }
    let record = document.nodes[Int(node)]
    let own = document.names[record.name]
    return record.namespace == .html ? own.equalsFolding(name.span) : own.equals(name.span)
  }

  private func hasClass(_ name: [UInt8], node: Int32) -> Bool {
    guard let attribute = document.attribute(Names.classNumber, of: node) else { return false }
    return document.value(of: attribute).hasWord(name, ignoringCase: isQuirky)
  }

  private func hasID(_ name: [UInt8], node: Int32) -> Bool {
    guard let attribute = document.attribute(Names.idNumber, of: node) else { return false }
    let value = document.value(of: attribute)
    return isQuirky ? value.equalsFolding(name.span) : value.equals(name.span)
  }

  private func hasAttribute(_ wanted: ParsedSelector.Attribute, node: Int32) -> Bool {
    let isHTML = document.nodes[Int(node)].namespace == .html
    for index in document.range(node) {
      let attribute = document.attributes[index]
      if attribute.hasNamespace, wanted.namespace == .none { continue }
      let name = document.names[attribute.name]
      guard isHTML ? name.equalsFolding(wanted.name.span) : name.equals(wanted.name.span) else { continue }
      guard let comparison = wanted.comparison else { return true }
      let value = document.value(of: attribute)
      guard value.compares(comparison, wanted: wanted.value.span, ignoringCase: true) else { continue }
      if wanted.ignoresCase || value.compares(comparison, wanted: wanted.value.span, ignoringCase: false)
        || !wanted.respectsCase
          && CaselessAttributes.names.contains(wanted.name.map(\.asciiLowercased))
      {
        return true
      }
    }
    return false
  }

  // MARK: Positions among siblings

  private mutating func isAt(_ position: ParsedSelector.Position, node: Int32) -> SelectorVerdict {
    if isOpen(node) { return .undecided(.surroundings) }
    guard let list = position.of else {
      let place = position.isOfType ? matcher.positionsOfType[Int(node)] : matcher.positions[Int(node)]
      let index = position.isFromEnd ? place.all - place.before : place.before + 1
      return SelectorVerdict(position.contains(Int(index)))
    }
    // With most selector lists, WebKit 2.50.6 matches the root regardless of the list.
    if position.isFromEnd, parent(of: node) == nil { return .undecided(.engine) }
    guard let row = siblings(of: node, list) else { return .undecided(.work) }
    let place = Int(matcher.positions[Int(node)].before)
    let verdict = row.verdict(at: place)
    if verdict == .fails { return .fails }
    switch position.isFromEnd ? row.behind(place) : row.before(place) {
    case .known(let count): return verdict && SelectorVerdict(position.contains(count + 1))
    case .undecided(let doubts): return .undecided(doubts)
    }
  }

  /// Returns the siblings of a node, each with the verdict of the selector list, or `nil` if the work limit
  /// is exceeded.
  private mutating func siblings(
    of node: Int32, _ list: [ParsedSelector.Complex]
  ) -> SiblingRow? {
    let parent = document.nodes[Int(node)].parent
    if let known = places[list, parent] { return known }
    var row = SiblingRow()
    var child = document.nodes[Int(parent)].firstChild
    while child != 0 {
      if document.nodes[Int(child)].kind == .element {
        if !spend() { return nil }
        row.append(any(list, node: child))
        if isExhausted { return nil }
      }
      child = document.nodes[Int(child)].next
    }
    places.remember(row, list: list, parent: parent)
    return row
  }

  /// Returns whether an element has no preceding sibling, no following sibling, or neither, optionally
  /// counting only siblings of the same type.
  func isOnly(ofType: Bool, _ node: Int32, before: Bool, behind: Bool) -> SelectorVerdict {
    if isOpen(node) { return .undecided(.surroundings) }
    let place = ofType ? matcher.positionsOfType[Int(node)] : matcher.positions[Int(node)]
    return SelectorVerdict((!before || place.before == 0) && (!behind || place.before + 1 == place.all))
  }
}

extension ParsedSelector.Position {
  /// Returns whether this position, from 1, is included.
  fileprivate func contains(_ place: Int) -> Bool {
    let distance = place - offset
    return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
  }
}

extension Span<UInt8> {
  func equalsFolding(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index].asciiLowercased != other[index].asciiLowercased { return false }
    return true
  }

  private func has(_ other: Span<UInt8>, at start: Int, ignoresCase: Bool) -> Bool {
    guard start >= 0, start + other.count <= count else { return false }
    let part = extracting(start..<start + other.count)
    return ignoresCase ? part.equalsFolding(other) : part.equals(other)
  }

  /// Returns whether this whitespace-separated list contains the word.
  func hasWord(_ word: [UInt8], ignoringCase: Bool) -> Bool {
    if word.isEmpty { return false }
    var index = 0
    while index < count {
      while index < count, self[index].isHTMLSpace { index += 1 }
      let start = index
      while index < count, !self[index].isHTMLSpace { index += 1 }
      if index - start == word.count, has(word.span, at: start, ignoresCase: ignoringCase) { return true }
    }
    return false
  }

  func compares(
    _ comparison: ParsedSelector.Comparison, wanted: Span<UInt8>, ignoringCase: Bool
  ) -> Bool {
    switch comparison {
    case .equals: return count == wanted.count && has(wanted, at: 0, ignoresCase: ignoringCase)
    case .word: return hasWord([UInt8](wanted), ignoringCase: ignoringCase)
    case .language:
      return has(wanted, at: 0, ignoresCase: ignoringCase)
        && (count == wanted.count || self[wanted.count] == ASCII.dash)
    case .prefix: return wanted.count > 0 && has(wanted, at: 0, ignoresCase: ignoringCase)
    case .suffix: return wanted.count > 0 && has(wanted, at: count - wanted.count, ignoresCase: ignoringCase)
    case .substring:
      if wanted.count == 0 { return false }
      var index = 0
      while index + wanted.count <= count {
        if has(wanted, at: index, ignoresCase: ignoringCase) { return true }
        index += 1
      }
      return false
    }
  }
}

/// The HTML attributes whose values selectors compare without case.
enum CaselessAttributes {
  static let names = Set(
    """
    accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
    direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref
    noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign
    valuetype vlink
    """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) })
}
