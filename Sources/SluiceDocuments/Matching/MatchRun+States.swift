import SluiceRules
import SluiceText

/// Pseudo-classes that depend on the state of an element.
extension MatchRun {
  func isState(_ name: PseudoClassName, node: Int32) -> SelectorVerdict {
    let record = document.nodes[Int(node)]
    let tag = record.namespace == .html ? Tag(rawValue: record.name) : nil
    switch name {
    case .firstChild: return isOnly(ofType: false, node, before: true, behind: false)
    case .lastChild: return isOnly(ofType: false, node, before: false, behind: true)
    case .onlyChild: return isOnly(ofType: false, node, before: true, behind: true)
    case .firstOfType: return isOnly(ofType: true, node, before: true, behind: false)
    case .lastOfType: return isOnly(ofType: true, node, before: false, behind: true)
    case .onlyOfType: return isOnly(ofType: true, node, before: true, behind: true)
    case .empty: return SelectorVerdict(isEmpty(node))
    case .root, .scope: return SelectorVerdict(document.root?.index == node && !isOpen(node) || tag == .html)
    case .link, .anyLink, .webkitAnyLink: return SelectorVerdict(isLink(node))
    // The visited state changes only colors, so it cannot hide elements.
    case .visited: return .fails
    case .target:
      let hasName = tag == .a && document.attribute("name", of: .init(index: node)) != nil
      let hasID = document.attribute(Names.idNumber, of: node) != nil
      return hasID || hasName ? .undecided(.fragment) : .fails
    case .defined:
      let isCustom =
        record.namespace == .html
        && (document.names[record.name].firstIndex(
          of: ASCII.dash, in: ByteRange(0, document.names[record.name].count)) != nil)
      let isExtended = document.attribute("is", of: .init(index: node)) != nil
      return isCustom || isExtended ? .undecided(.customElement) : .matches
    case .hover, .active, .focus, .focusVisible, .focusWithin, .drag: return .undecided(.userAction)
    case .enabled: return SelectorVerdict(isDisableable(tag)) && !isDisabled(tag, node: node)
    case .disabled: return SelectorVerdict(isDisableable(tag)) && isDisabled(tag, node: node)
    case .checked: return isChecked(tag, node: node)
    case .required: return isRequired(tag, node: node)
    case .optional: return SelectorVerdict(isField(tag) || tag == .button) && !isRequired(tag, node: node)
    case .default, .indeterminate, .valid, .invalid, .inRange, .outOfRange, .placeholderShown, .userValid,
      .userInvalid, .autofill, .webkitAutofill, .autofillAndObscured, .autofillStrongPassword,
      .autofillStrongPasswordViewable:
      return isFormPart(tag) ? .undecided(.formState) : .fails
    case .readWrite: return isEditable(tag, node: node)
    case .readOnly: return !isEditable(tag, node: node)
    case .playing, .paused, .seeking, .buffering, .stalled, .muted, .volumeLocked:
      return tag == .audio || tag == .video ? .undecided(.browserState) : .fails
    case .modal, .fullscreen, .webkitFullScreen, .windowInactive, .activeViewTransition,
      .activeViewTransitionType:
      return .undecided(.browserState)
    // These only apply to the text of media captions.
    case .past, .future: return .fails
    // These only apply to parts of scrollbars.
    case .start, .end, .increment, .decrement, .horizontal, .vertical, .singleButton, .doubleButton,
      .noButton,
      .cornerPresent:
      return .fails
    // This only applies in shadow trees.
    case .host: return .fails
    // WebKit supports `:heading` since 2.54. The parser does not keep its argument.
    case .heading: return .undecided(.engine)
    case .state: return record.namespace == .html ? .undecided(.customElement) : .fails
    // These take arguments, so the parser represents them as other conditions.
    case .is, .where, .matches, .webkitAny, .not, .has, .nthChild, .nthLastChild, .nthOfType, .nthLastOfType,
      .lang,
      .dir:
      return .fails
    }
  }

  /// Returns whether an element has neither child elements nor text.
  private func isEmpty(_ node: Int32) -> Bool {
    var child = document.nodes[Int(node)].firstChild
    while child != 0 {
      switch document.nodes[Int(child)].kind {
      case .element, .text: return false
      case .comment, .doctype, .document: child = document.nodes[Int(child)].next
      }
    }
    return true
  }

  private func isLink(_ node: Int32) -> Bool {
    let record = document.nodes[Int(node)]
    guard let href = document.names.number(of: Array("href".utf8).span),
      document.range(node).contains(where: {
        document.attributes[$0].name == href
          && (record.namespace == .svg || !document.attributes[$0].hasNamespace)
      })
    else { return false }
    switch record.namespace {
    case .html: return record.name == Tag.a.rawValue || record.name == Tag.area.rawValue
    case .svg: return record.name == Tag.a.rawValue
    case .mathML: return true
    }
  }

  // MARK: Language and direction

  func speaks(_ ranges: [[UInt8]], node: Int32) -> SelectorVerdict {
    inherited(node, otherwise: .undecided(.language)) { element in
      language(of: element).map { language in
        SelectorVerdict(ranges.contains { LanguageRange.contains($0, language: language) })
      }
    }
  }

  private func language(of node: Int32) -> [UInt8]? {
    guard let lang = document.names.number(of: Array("lang".utf8).span) else { return nil }
    let found = document.range(node).filter { document.attributes[$0].name == lang }
    // `xml:lang` takes precedence over `lang`.
    let index = found.first { document.attributes[$0].hasNamespace } ?? found.first
    return index.map { [UInt8](document.value(of: document.attributes[$0])) }
  }

  func isDirected(_ direction: [UInt8], node: Int32) -> SelectorVerdict {
    let wanted = direction.map(\.asciiLowercased)
    guard wanted == Array("ltr".utf8) || wanted == Array("rtl".utf8) else { return .fails }
    return inherited(node, otherwise: SelectorVerdict(wanted == Array("ltr".utf8))) { element in
      let record = document.nodes[Int(element)]
      guard record.namespace == .html else { return .undecided(.direction) }
      let value = document.attribute("dir", of: .init(index: element))?.map(\.asciiLowercased)
      if value == Array("ltr".utf8) || value == Array("rtl".utf8) { return SelectorVerdict(value == wanted) }
      let isUnknown = value == Array("auto".utf8) || record.name == Tag.bdi.rawValue
      return isUnknown ? .undecided(.direction) : nil
    }
  }
}

/// Language ranges, as used by `:lang()`.
enum LanguageRange {
  /// Returns whether a language is in the range. For example, `de-AT` is in `de` and in `*-AT`.
  static func contains(_ range: [UInt8], language: [UInt8]) -> Bool {
    let hyphen = ASCII.dash
    let wanted = range.map(\.asciiLowercased).split(separator: hyphen, omittingEmptySubsequences: false)
    let parts = language.map(\.asciiLowercased).split(separator: hyphen, omittingEmptySubsequences: false)
    guard !range.isEmpty, !language.isEmpty, let first = wanted.first, let own = parts.first else {
      return false
    }
    let star = [ASCII.star]
    guard first.elementsEqual(star) || first.elementsEqual(own) else { return false }
    var rest = parts.dropFirst()
    for part in wanted.dropFirst() where !part.elementsEqual(star) {
      while let next = rest.first, !next.elementsEqual(part) {
        if next.count == 1 { return false }
        rest = rest.dropFirst()
      }
      if rest.isEmpty { return false }
      rest = rest.dropFirst()
    }
    return true
  }
}

/// Pseudo-classes for form elements, evaluated for their initial state.
extension MatchRun {
  func isDisableable(_ tag: Tag?) -> Bool {
    guard let tag else { return false }
    return Self.disableable.contains(tag.rawValue)
  }

  private static let disableable = TagSet(.button, .input, .select, .textarea, .fieldset, .optgroup, .option)

  /// Returns whether an element is disabled by itself or by an ancestor.
  func isDisabled(_ tag: Tag?, node: Int32) -> SelectorVerdict {
    if document.attribute("disabled", of: .init(index: node)) != nil { return .matches }
    if tag == .option {
      if isOpen(node) { return .undecided(.surroundings) }
      guard let group = parent(of: node), isHTML(.optgroup, node: group) else { return .fails }
      return SelectorVerdict(document.attribute("disabled", of: .init(index: group)) != nil)
    }
    if tag == .optgroup { return .fails }
    var inner = node
    while true {
      if isOpen(inner) { return .undecided(.surroundings) }
      guard let outer = parent(of: inner) else { return .fails }
      if isHTML(.fieldset, node: outer), document.attribute("disabled", of: .init(index: outer)) != nil,
        !isFirstLegend(inner)
      {
        return .matches
      }
      inner = outer
    }
  }

  private func isHTML(_ tag: Tag, node: Int32) -> Bool {
    document.nodes[Int(node)].namespace == .html && document.nodes[Int(node)].name == tag.rawValue
  }

  /// Returns whether an element is the first legend of its fieldset. A disabled fieldset does not disable the
  /// elements in its first legend.
  private func isFirstLegend(_ node: Int32) -> Bool {
    guard isHTML(.legend, node: node) else { return false }
    var sibling = previous(node)
    while let other = sibling {
      if isHTML(.legend, node: other) { return false }
      sibling = previous(other)
    }
    return true
  }

  func isFormPart(_ tag: Tag?) -> Bool {
    guard let tag else { return true }
    return Self.formParts.contains(tag.rawValue)
  }

  private static let formParts = TagSet(
    .button, .input, .select, .textarea, .fieldset, .form, .option, .object, .optgroup)

  /// Returns whether fields with this tag can be required.
  func isField(_ tag: Tag?) -> Bool { tag == .input || tag == .select || tag == .textarea }

  func isRequired(_ tag: Tag?, node: Int32) -> SelectorVerdict {
    guard isField(tag), document.attribute("required", of: .init(index: node)) != nil else { return .fails }
    return SelectorVerdict(tag != .input || !Self.neverRequired.contains(inputType(node)))
  }

  private static let neverRequired: Set = ["hidden", "range", "color", "submit", "image", "reset", "button"]

  private func inputType(_ node: Int32) -> String {
    let value = document.attribute("type", of: .init(index: node)) ?? []
    return String(decoding: value.map(\.asciiLowercased), as: UTF8.self)
  }

  func isChecked(_ tag: Tag?, node: Int32) -> SelectorVerdict {
    switch tag {
    // The initial selection of a `select` depends on all its options.
    case .option: return .undecided(.formState)
    case .input:
      let isChecked = document.attribute("checked", of: .init(index: node)) != nil
      switch inputType(node) {
      case "checkbox": return SelectorVerdict(isChecked)
      // If several radio buttons with the same name are checked, only one stays checked.
      case "radio": return isChecked ? .undecided(.formState) : .fails
      default: return .fails
      }
    default: return .fails
    }
  }

  func isEditable(_ tag: Tag?, node: Int32) -> SelectorVerdict {
    if tag == .input || tag == .textarea { return .undecided(.formState) }
    return inherited(node, otherwise: .fails) {
      document.attribute("contenteditable", of: .init(index: $0)) == nil ? nil : .undecided(.formState)
    }
  }
}
