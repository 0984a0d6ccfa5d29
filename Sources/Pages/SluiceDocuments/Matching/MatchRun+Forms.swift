/// Pseudo-classes for form elements, evaluated for their initial state.
extension MatchRun {
  /// Returns whether elements with this tag can be disabled.
  func isDisableable(_ tag: Tag?) -> Bool {
    guard let tag else { return false }
    return Self.disableable.contains(tag.rawValue)
  }

  private static let disableable = TagSet(.button, .input, .select, .textarea, .fieldset, .optgroup, .option)

  /// Returns whether an element is disabled by itself or by an ancestor.
  func isDisabled(_ tag: Tag?, _ node: Int32) -> SelectorVerdict {
    if document.attribute("disabled", of: .init(index: node)) != nil { return .matches }
    if tag == .option {
      if isOpen(node) { return .undecided(.surroundings) }
      guard let group = parent(of: node), isHTML(.optgroup, group) else { return .fails }
      return SelectorVerdict(document.attribute("disabled", of: .init(index: group)) != nil)
    }
    if tag == .optgroup { return .fails }
    var inner = node
    while true {
      if isOpen(inner) { return .undecided(.surroundings) }
      guard let outer = parent(of: inner) else { return .fails }
      if isHTML(.fieldset, outer), document.attribute("disabled", of: .init(index: outer)) != nil,
        !isFirstLegend(inner)
      {
        return .matches
      }
      inner = outer
    }
  }

  private func isHTML(_ tag: Tag, _ node: Int32) -> Bool {
    document.nodes[Int(node)].namespace == .html && document.nodes[Int(node)].name == tag.rawValue
  }

  /// Returns whether an element is the first legend of its fieldset. A disabled fieldset does not disable the
  /// elements in its first legend.
  private func isFirstLegend(_ node: Int32) -> Bool {
    guard isHTML(.legend, node) else { return false }
    var sibling = previous(node)
    while let other = sibling {
      if isHTML(.legend, other) { return false }
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

  func isRequired(_ tag: Tag?, _ node: Int32) -> SelectorVerdict {
    guard isField(tag), document.attribute("required", of: .init(index: node)) != nil else { return .fails }
    return SelectorVerdict(tag != .input || !Self.neverRequired.contains(inputType(node)))
  }

  private static let neverRequired: Set = ["hidden", "range", "color", "submit", "image", "reset", "button"]

  private func inputType(_ node: Int32) -> String {
    let value = document.attribute("type", of: .init(index: node)) ?? []
    return String(decoding: value.map(\.asciiLowercased), as: UTF8.self)
  }

  func isChecked(_ tag: Tag?, _ node: Int32) -> SelectorVerdict {
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

  func isEditable(_ tag: Tag?, _ node: Int32) -> SelectorVerdict {
    if tag == .input || tag == .textarea { return .undecided(.formState) }
    return inherited(node, otherwise: .fails) {
      document.attribute("contenteditable", of: .init(index: $0)) == nil ? nil : .undecided(.formState)
    }
  }
}
