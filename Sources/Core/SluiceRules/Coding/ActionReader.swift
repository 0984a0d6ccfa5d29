/// Reading the action of a rule.
extension RuleReader {
  /// The result of reading an action.
  enum ActionOutcome: Equatable {
    case action(Action)
    /// WebKit drops the rule.
    case dropped
    case faulty
  }

  private enum Key: Int {
    case type, selector, notification, redirect, priority, requestHeaders, responseHeaders
  }

  private static let actionKeys: [StaticString] = [
    "type", "selector", "notification", "redirect", "priority", "request-headers", "response-headers",
  ]

  private static let types: [StaticString] = [
    "block", "block-cookies", "css-display-none", "ignore-previous-rules", "ignore-following-rules",
    "make-https", "notify", "redirect", "modify-headers",
  ]

  mutating func action(_ object: JSONValue, _ json: Span<UInt8>) -> ActionOutcome {
    let members = JSONMembers(of: object, Self.actionKeys, json)
    note(members, json)
    let type = members[Key.type.rawValue]
    var used: [Key] = []
    var outcome = ActionOutcome.faulty
    switch type?.index(in: Self.types, json) {
    case 0: outcome = .action(.block)
    case 1: outcome = .action(.blockCookies)
    case 2:
      used = [.selector]
      outcome = hide(members[Key.selector.rawValue], in: object, json)
    case 3: outcome = .action(.ignorePreviousRules)
    case 4: outcome = .action(.ignoreFollowingRules)
    case 5: outcome = .action(.makeHTTPS)
    case 6:
      used = [.notification]
      let notification = members[Key.notification.rawValue]
      if notification?.kind != .string { add(.notification, notification ?? object) }
      unsupported(.notify, type)
    case 7:
      used = [.redirect]
      let redirect = redirect(members[Key.redirect.rawValue], in: object, json)
      if isForExtensions {
        if let redirect { outcome = .action(.redirect(redirect)) }
      } else {
        unsupported(.redirect, type)
      }
    case 8:
      used = [.priority, .requestHeaders, .responseHeaders]
      var changes = HeaderChanges(
        priority: priority(members[Key.priority.rawValue], in: object, json))
      changes.request = headers(members[Key.requestHeaders.rawValue], json)
      changes.response = headers(members[Key.responseHeaders.rawValue], json)
      if isForExtensions {
        outcome = .action(.modifyHeaders(changes))
      } else {
        unsupported(.modifyHeaders, type)
      }
    default: add(.actionType, type ?? object)
    }
    for index in 1..<Self.actionKeys.count {
      if let key = members.keys[index], !used.contains(where: { $0.rawValue == index }) {
        add(.unusedKey, key)
      }
    }
    return outcome
  }

  /// Adds a finding that the action is not supported, unless WebKit rejects the rule anyway.
  private mutating func unsupported(_ action: RuleListFinding.UnsupportedAction, _ type: JSONValue?) {
    if let type, !isFaulty { add(.unsupportedAction(action), type) }
  }

  private mutating func hide(
    _ value: JSONValue?, in object: JSONValue, _ json: Span<UInt8>
  ) -> ActionOutcome {
    guard let value, value.kind == .string else {
      add(.selectorMissing, value ?? object)
      return .faulty
    }
    let text = text(value, json)
    func place(_ problem: SelectorProblem) -> (offset: Int, length: Int) {
      text.place(json, offset: problem.offset, length: problem.length)
    }
    switch SelectorReading(text.bytes) {
    case .dropped(let problem):
      add(.droppedRule(problem.reason), place(problem))
      return .dropped
    case .unread(let problem):
      add(.unsupportedSelector(problem.reason), place(problem))
      return .faulty
    case .taken(let group, let repaired, let ignored):
      if let repaired { add(.repairedSelector(repaired.reason), place(repaired)) }
      for part in ignored { add(part.finding, place(part.problem)) }
      guard keepsRules, let selectors = NonEmpty(group) else { return .faulty }
      return .action(.hide(selectors))
    }
  }
}

extension IgnoredSelectorPart {
  /// The finding about a rule with the part.
  fileprivate var finding: RuleListFinding.Reason {
    if isAll, problem.reason != .nestedHas, problem.reason != .tooDeep {
      return .ignoredSelectorList(problem.reason)
    }
    return changesMeaning ? .ignoredSelectorPart(problem.reason) : .unusedSelectorPart(problem.reason)
  }
}
