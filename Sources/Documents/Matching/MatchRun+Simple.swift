/// What is asked of one element.
extension MatchRun {
  mutating func holds(_ condition: ParsedSelector.Condition, _ node: Int32) -> SelectorVerdict {
    switch condition {
    case .type(let name, let namespace): SelectorVerdict(hasType(name, namespace, node))
    case .class(let name): SelectorVerdict(hasClass(name, node))
    case .id(let name): SelectorVerdict(hasID(name, node))
    case .attribute(let attribute): SelectorVerdict(hasAttribute(attribute, node))
    case .any(let list): any(list, node)
    case .not(let list): !any(list, node)
    case .has(let list): has(list, node)
    case .nth(let position): isAt(position, node)
    case .languages(let languages): speaks(languages, node)
    case .direction(let direction): isDirected(direction, node)
    case .pseudoClass(let name): isState(name, node)
    // No element of the document is one.
    case .pseudoElement: .fails
    case .nesting: isState(.scope, node)
    }
  }

  private var isQuirky: Bool { document.mode == .quirks }

  /// Names of HTML's elements are in small letters and those of selectors in any case; others are compared as they are.
  private func hasType(
    _ name: [UInt8]?, _ namespace: ParsedSelector.Namespace, _ node: Int32
  ) -> Bool {
    // Elements of HTML, SVG and MathML all have a namespace.
    if namespace == .none { return false }
    guard let name else { return true }
    let record = document.nodes[Int(node)]
    let own = document.names[record.name]
    return record.namespace == .html
      ? name.span.equalsIgnoringCase([UInt8](own), 0..<name.count) : own.equals(name.span)
  }

  private func hasClass(_ name: [UInt8], _ node: Int32) -> Bool {
    guard let attribute = document.attribute(Names.classNumber, of: node) else { return false }
    return document.value(of: attribute).hasWord(name, ignoringCase: isQuirky)
  }

  private func hasID(_ name: [UInt8], _ node: Int32) -> Bool {
    guard let attribute = document.attribute(Names.idNumber, of: node) else { return false }
    let value = document.value(of: attribute)
    return isQuirky ? value.equalsFolding(name.span) : value.equals(name.span)
  }

  private func hasAttribute(_ wanted: ParsedSelector.Attribute, _ node: Int32) -> Bool {
    let isHTML = document.nodes[Int(node)].namespace == .html
    for index in document.range(node) {
      let attribute = document.attributes[index]
      if attribute.hasNamespace, wanted.namespace == .none { continue }
      let name = document.names[attribute.name]
      guard isHTML ? name.equalsFolding(wanted.name.span) : name.equals(wanted.name.span) else { continue }
      guard let comparison = wanted.comparison else { return true }
      let ignoresCase =
        wanted.ignoresCase || CaselessAttributes.names.contains(wanted.name.map(\.asciiLowercased))
      if document.value(of: attribute).compares(comparison, wanted.value.span, ignoringCase: ignoresCase) {
        return true
      }
    }
    return false
  }

  // MARK: Among siblings

  private mutating func isAt(_ position: ParsedSelector.Position, _ node: Int32) -> SelectorVerdict {
    if isOpen(node) { return .undecided(.surroundings) }
    var index = 1
    var verdict = SelectorVerdict.matches
    if let list = position.of {
      // WebKit 2.50.6 says of most such lists that the root matches, whatever is in them.
      if position.isFromEnd, parent(of: node) == nil { return .undecided(.engine) }
      verdict = any(list, node)
      if verdict == .fails { return .fails }
    } else if !position.isOfType {
      let place = matcher.positions[Int(node)]
      index = Int(position.isFromEnd ? place.all - place.before : place.before + 1)
      return SelectorVerdict(position.contains(index))
    }
    var sibling = position.isFromEnd ? next(node) : previous(node)
    while let other = sibling {
      if !spend() { return .undecided(.work) }
      if let list = position.of {
        switch any(list, other) {
        case .matches: index += 1
        case .fails: break
        case .undecided(let doubts): return .undecided(doubts)
        }
      } else if document.hasSameType(node, other) {
        index += 1
      }
      sibling = position.isFromEnd ? next(other) : previous(other)
    }
    return verdict && SelectorVerdict(position.contains(index))
  }

  /// Whether no element of the same type is before or behind.
  func isOnly(ofType: Bool, _ node: Int32, before: Bool, behind: Bool) -> SelectorVerdict {
    if isOpen(node) { return .undecided(.surroundings) }
    if !ofType {
      let place = matcher.positions[Int(node)]
      return SelectorVerdict((!before || place.before == 0) && (!behind || place.before + 1 == place.all))
    }
    var sibling = before ? previous(node) : nil
    while let other = sibling {
      if document.hasSameType(node, other) { return .fails }
      sibling = previous(other)
    }
    sibling = behind ? next(node) : nil
    while let other = sibling {
      if document.hasSameType(node, other) { return .fails }
      sibling = next(other)
    }
    return .matches
  }
}

extension ParsedSelector.Position {
  /// Whether it is one of the places, from 1 on.
  fileprivate func contains(_ place: Int) -> Bool {
    let distance = place - offset
    return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
  }
}

extension HTMLDocument {
  /// Whether two elements have the same name.
  fileprivate func hasSameType(_ node: Int32, _ other: Int32) -> Bool {
    let (left, right) = (nodes[Int(node)], nodes[Int(other)])
    return left.name == right.name && left.namespace == right.namespace
  }
}
