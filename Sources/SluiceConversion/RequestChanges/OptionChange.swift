import SluiceRules
import SluiceSyntax
import SluiceText

/// A change of requests or responses that a network filter asks for.
enum OptionChange: Hashable {
  case removeParameters([[UInt8]])
  case removeQuery
  case changeHeader(HeaderChange, ofRequest: Bool)

  typealias Kind = OptionEffect.Change

  /// The kind of change of an option; nil for an option that changes nothing, or whose change WebKit cannot make.
  static func kind(of option: OptionKind) -> Kind? {
    if case .modification(_, _, let change) = option.meaning.effect { change } else { nil }
  }

  var size: Int {
    switch self {
    case .removeParameters(let names): names.reduce(8) { $0 + $1.count + 4 }
    case .removeQuery, .changeHeader: 128
    }
  }

  init(_ kind: Kind, option: Option, in bytes: Span<UInt8>) throws(Finding) {
    let value = option.value.map { bytes.array($0) } ?? []
    switch kind {
    case .parameters where value.isEmpty: self = .removeQuery
    case .parameters:
      guard let names = Self.names(value) else { throw .unsupported(.parameterPattern, span: option.range) }
      self = .removeParameters(names)
    case .policy:
      guard !value.isEmpty else { throw .unsupported(.conflictingOptions, span: option.range) }
      self = .changeHeader(
        HeaderChange(Array("content-security-policy".utf8), operation: .append(value)), ofRequest: false)
    case .referrer:
      guard !value.isEmpty else { throw .unsupported(.conflictingOptions, span: option.range) }
      self = .changeHeader(
        HeaderChange(Array("referrer-policy".utf8), operation: .set(value)), ofRequest: false)
    case .headers:
      let prefix = Array("request:".utf8)
      let isOfRequest = value.starts(with: prefix)
      let name = (isOfRequest ? Array(value.dropFirst(prefix.count)) : value).map { $0.asciiLowercased }
      guard WebExtensionRule.canChange(header: name) else {
        throw .unsupported(.unknownHeader, span: option.range)
      }
      self = .changeHeader(HeaderChange(name, operation: .remove), ofRequest: isOfRequest)
    }
  }

  /// Returns the names of parameters, or nil if the value stands for more than names.
  ///
  /// Blockers compare a regex with `name=value`. It stands for names alone if it begins with them and ends with the `=`.
  private static func names(_ value: [UInt8]) -> [[UInt8]]? {
    guard value.first == ASCII.slash else { return isName(value) ? [value] : nil }
    guard value.count > 2, value.last == ASCII.slash, value[1] == ASCII.caret else { return nil }
    var body = value[2..<value.count - 1]
    guard body.last == ASCII.equals else { return nil }
    body.removeLast()
    if body.first == ASCII.openParenthesis, body.last == ASCII.closeParenthesis {
      body = body.dropFirst().dropLast()
      if body.starts(with: "?:".utf8) { body = body.dropFirst(2) }
      let names = body.split(separator: ASCII.pipe, omittingEmptySubsequences: false).map { Array($0) }
      return names.allSatisfy(isPlain) ? names : nil
    }
    return isPlain(Array(body)) ? [Array(body)] : nil
  }

  /// Whether a text is a name that WebKit compares as blockers do. WebKit decodes the names in URLs.
  private static func isName(_ text: [UInt8]) -> Bool {
    text.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"%+|&=#".utf8.contains($0) } && text.first != ASCII.tilde
  }

  /// Whether a text has no special characters of regexes.
  private static func isPlain(_ text: [UInt8]) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isNameByte || $0 == ASCII.dash }
  }
}

extension ChangeScope {
  /// Returns the types that a filter applies to.
  static func types(
    _ options: FilterOptions, kind: OptionChange.Kind?, dialect: ListDialect, isException: Bool
  ) -> DeclarativeTypes {
    var types = DeclarativeTypes(options.types.resourceTypes)
    if options.types.contains(.document) { types.insert(.mainFrame) }
    if options.pageScopes.contains(.document) { types.insert(.mainFrame) }
    let excluded = DeclarativeTypes(options.excludedTypes.resourceTypes)
    if options.isForEverything {
      types = .all.subtracting(excluded)
      if options.excludedTypes.contains(.document) { types.remove(.mainFrame) }
    } else if options.types.isEmpty {
      types = .all.subtracting(excluded)
      switch (kind, dialect.changesOnlyPages(isException: isException)) {
      // AdGuard removes the parameters of pages alone, unless the filter names types.
      case (.parameters, true) where options.excludedTypes.isEmpty: types = .mainFrame
      case (.parameters, _), (.headers, _), (.referrer, _), (.policy, _), (nil, _): break
      }
      // uBlock Origin's other types than the excluded ones do not include pages.
      if !options.excludedTypes.isEmpty, !dialect.includesPagesInOtherTypes { types.remove(.mainFrame) }
    }
    switch kind {
    case .policy: return types.intersection([.mainFrame, .subFrame])
    case .parameters, .headers, .referrer: return types
    // Page loads are blocked, not redirected.
    case nil: return types.subtracting(.mainFrame)
    }
  }
}

extension ListDialect {
  /// Whether a filter without types only changes the requests of pages.
  fileprivate func changesOnlyPages(isException: Bool) -> Bool {
    switch certain {
    case .adGuard: true
    case .uBlockOrigin: false
    case .adblockPlus, .hosts, nil: !isException
    }
  }

  /// Whether a filter that only excludes types applies to pages.
  fileprivate var includesPagesInOtherTypes: Bool {
    switch certain {
    case .adGuard: true
    case .uBlockOrigin, .adblockPlus, .hosts, nil: false
    }
  }
}
