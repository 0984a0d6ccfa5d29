import SluiceText

extension RuleReader {
  enum ActionOutcome: Equatable {
    case action(Action)
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

  mutating func action(_ object: JSONValue, in json: Span<UInt8>) -> ActionOutcome {
    let members = JSONMembers(of: object, Self.actionKeys, in: json)
    note(members, in: json)
    let type = members[Key.type.rawValue]
    var used: [Key] = []
    var outcome = ActionOutcome.faulty
    switch type?.index(in: Self.types, json) {
    case 0: outcome = .action(.block)
    case 1: outcome = .action(.blockCookies)
    case 2:
      used = [.selector]
      outcome = hide(members[Key.selector.rawValue], in: object, json: json)
    case 3: outcome = .action(.ignorePreviousRules)
    case 4: outcome = .action(.ignoreFollowingRules)
    case 5: outcome = .action(.makeHTTPS)
    case 6:
      used = [.notification]
      let notification = members[Key.notification.rawValue]
      if notification?.kind != .string { add(.notification, value: notification ?? object) }
      unsupported(.notify, type: type)
    case 7:
      used = [.redirect]
      let redirect = redirect(members[Key.redirect.rawValue], in: object, json: json)
      if isForExtensions {
        if let redirect { outcome = .action(.redirect(redirect)) }
      } else {
        unsupported(.redirect, type: type)
      }
    case 8:
      used = [.priority, .requestHeaders, .responseHeaders]
      var changes = HeaderChanges(
        priority: priority(members[Key.priority.rawValue], in: object, json: json))
      changes.request = headers(members[Key.requestHeaders.rawValue], in: json)
      changes.response = headers(members[Key.responseHeaders.rawValue], in: json)
      if isForExtensions {
        outcome = .action(.modifyHeaders(changes))
      } else {
        unsupported(.modifyHeaders, type: type)
      }
    default: add(.actionType, value: type ?? object)
    }
    for index in 1..<Self.actionKeys.count {
      if let key = members.keys[index], !used.contains(where: { $0.rawValue == index }) {
        add(.unusedKey, value: key)
      }
    }
    return outcome
  }

  /// Adds a finding that the action is not supported, unless WebKit rejects the rule anyway.
  private mutating func unsupported(_ action: RuleListFinding.UnsupportedAction, type: JSONValue?) {
    if let type, !isFaulty { add(.unsupportedAction(action), value: type) }
  }

  private mutating func hide(
    _ value: JSONValue?, in object: JSONValue, json: Span<UInt8>
  ) -> ActionOutcome {
    guard let value, value.kind == .string else {
      add(.selectorMissing, value: value ?? object)
      return .faulty
    }
    let text = text(value, in: json)
    func place(_ problem: SelectorProblem) -> (offset: Int, length: Int) {
      text.place(json, offset: problem.offset, length: problem.length)
    }
    switch SelectorReading(text.bytes) {
    case .dropped(let problem):
      add(.droppedRule(problem.reason), at: place(problem))
      return .dropped
    case .unread(let problem):
      add(.unsupportedSelector(problem.reason), at: place(problem))
      return .faulty
    case .taken(let group, let repaired, let ignored):
      if let repaired { add(.repairedSelector(repaired.reason), at: place(repaired)) }
      for part in ignored { add(part.finding, at: place(part.problem)) }
      guard keepsRules, let selectors = NonEmpty(group) else { return .faulty }
      return .action(.hide(selectors))
    }
  }
}

extension IgnoredSelectorPart {
  fileprivate var finding: RuleListFinding.Reason {
    if isAll, problem.reason != .nestedHas, problem.reason != .tooDeep {
      return .ignoredSelectorList(problem.reason)
    }
    return changesMeaning ? .ignoredSelectorPart(problem.reason) : .unusedSelectorPart(problem.reason)
  }
}

/// The result of reading the selector of a rule as WebKit does. The text may be a selector list, and brackets
/// or strings may be unclosed at its end.
enum SelectorReading {
  /// WebKit accepts the rule. `repaired` is the first thing that is unclosed at the end, or a NUL; `ignored` are the
  /// parts that WebKit ignores.
  case taken([CSSSelector], repaired: SelectorProblem?, ignored: [IgnoredSelectorPart])
  case dropped(SelectorProblem)
  /// Brackets and functions are nested more deeply than this library allows.
  case unread(SelectorProblem)

  init(_ bytes: [UInt8]) {
    if CSSSelector.isPlain(bytes.span) {
      self = .taken([CSSSelector(trusted: bytes)], repaired: nil, ignored: [])
      return
    }
    var text = RepairedSelector(bytes)
    while true {
      var parser = SelectorParser()
      parser.collectsIgnoredParts = true
      do throws(SelectorProblem) {
        try parser.wholeSelector(text.bytes.span)
        self = .taken(
          Self.parts(of: text.bytes, parser).map(text.restored), repaired: text.problem,
          ignored: parser.ignoredParts.map { $0.limited(to: bytes.count) })
        return
      } catch {
        if text.close(error) { continue }
        let problem = error.limited(to: bytes.count)
        self = error.reason == .tooDeep ? .unread(problem) : .dropped(problem)
        return
      }
    }
  }

  private static func parts(of group: [UInt8], _ parser: SelectorParser) -> [CSSSelector] {
    var sharing = Sharing<CSSSelector>(size: group.count)
    var start = 0
    let end = SelectorParser.Comma(offset: group.count, needs: parser.needs)
    return (parser.commas + [end]).map { comma in
      defer { start = comma.offset + 1 }
      return sharing.shared(CSSSelector(trusted: group.span, start..<comma.offset, needs: comma.needs))
    }
  }
}

/// A selector with the repairs that CSS makes. Everything that is unclosed at the end is closed. U+FFFD
/// replaces each NUL, and the character that is missing after a backslash at the end.
private struct RepairedSelector {
  /// The selector with the repairs so far. A byte that never occurs in UTF-8 stands for U+FFFD, so that all
  /// other bytes keep their positions.
  private(set) var bytes: [UInt8]
  private(set) var problem: SelectorProblem?
  private let endsWithBackslash: Bool

  private static let replacement: UInt8 = 0xFF

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    endsWithBackslash = bytes.reversed().prefix { $0 == ASCII.backslash }.count % 2 == 1
    if let offset = bytes.firstIndex(of: 0) {
      problem = SelectorProblem(.nullCharacter, offset: offset, length: 1)
      for index in bytes.indices where bytes[index] == 0 { self.bytes[index] = Self.replacement }
    }
    if endsWithBackslash {
      problem = problem ?? SelectorProblem(.badEscape, offset: bytes.count - 1, length: 1)
      self.bytes.append(Self.replacement)
    }
  }

  /// Closes the construct that the problem reports as unclosed. Returns false for other problems.
  mutating func close(_ found: SelectorProblem) -> Bool {
    switch found.reason {
    case .unclosedBracket: bytes.append(ASCII.closeBracket)
    case .unclosedBrace: bytes.append(ASCII.closeBrace)
    case .unclosedParenthesis: bytes.append(ASCII.closeParenthesis)
    case .unclosedComment:
      // In "/*/" and "/* *", the last character does not belong to a terminator yet.
      bytes += Array("*/".utf8)
    case .unclosedString:
      // Inside a string, CSS ignores a backslash at the end of the input, as it does before a line break.
      if endsWithBackslash, bytes.last == Self.replacement { bytes[bytes.count - 1] = 0x0A }
      bytes.append(bytes[found.offset])
    default: return false
    }
    problem = problem ?? found
    return true
  }

  /// Returns a part of the selector with U+FFFD in place of the placeholder.
  func restored(_ part: CSSSelector) -> CSSSelector {
    guard problem != nil, part.bytes.contains(Self.replacement) else { return part }
    return CSSSelector(
      trusted: Array(
        part.bytes.split(separator: Self.replacement, omittingEmptySubsequences: false)
          .joined(separator: "\u{FFFD}".utf8)), part.needs)
  }
}

/// Stores equal parts of a long list only once. Otherwise, millions of parts with a few bytes each would take
/// many times as much memory as the list.
struct Sharing<Part: Hashable> {
  private var known: Set<Part> = []
  private let isLong: Bool

  /// Creates the storage for a list of `size` bytes. Parts are shared only above 1 MiB, which no existing
  /// list reaches.
  init(size: Int) { isLong = size > 1 << 20 }

  mutating func shared(_ part: Part) -> Part { isLong ? known.insert(part).memberAfterInsert : part }
}
