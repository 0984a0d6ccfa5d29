import SluiceSyntax
import SluiceText

/// HostlistCompiler's transformations that convert single filters to the form of DNS blocklists.
enum DomainFilter {
  static func inASCII(_ entry: Entry) -> ListEditor.Change {
    switch entry.line.content {
    case .hosts:
      guard let names = entry.blockedNames, !names.allSatisfy(isASCII) else { return .keep }
      return .replace(Entry.blocks(of: names.map(inASCII)))
    case .network(let filter):
      guard case .plain(let plain) = filter.pattern else { return .keep }
      let body = entry.text(plain.body)
      // A host name ends where the path begins.
      let host = body.prefix { $0 != "/" }
      guard !isASCII(String(host)) else { return .keep }
      var text = entry.text(ByteRange(entry.line.range.lowerBound, plain.body.lowerBound))
      var label = ""
      for character in host {
        if "^*.:".contains(character) {
          text += inASCII(label) + String(character)
          label = ""
        } else {
          label.append(character)
        }
      }
      text += inASCII(label) + body.dropFirst(host.count)
      text += entry.text(ByteRange(plain.body.upperBound, entry.line.range.upperBound))
      return .replace(Array(text.utf8))
    case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
      return .keep
    }
  }

  /// Converts host names and lines of hosts files to `||name^` filters.
  static func compressed(_ entry: Entry) -> ListEditor.Change {
    switch entry.line.content {
    case .hosts:
      guard let names = entry.blockedNames else { return .keep }
      if names.count > 1 { return .splitHosts }
      // Names of the machine itself, such as `localhost`, are never meant to be blocked.
      guard let name = names.first, !HostNames.isOfThisMachine(Array(name.lowercased().utf8)) else {
        return .keep
      }
      return .replace(Array("||\(name)^".utf8))
    case .network(let filter):
      // `Compress` reads names as host names in every list. A single word in a list of filters is a part of URLs.
      let namesHosts = entry.list.kind.namesHosts
      guard let name = filter.hostName(in: entry.list.bytes.span, for: namesHosts ? .hosts : .uBlockOrigin),
        namesHosts || entry.text(name).contains("."), !IPv4Pattern.isAddress(entry.text(name)),
        !HostNames.isOfThisMachine(Array(entry.text(name).lowercased().utf8))
      else { return .keep }
      return .replace(Array("||\(entry.text(name))^".utf8))
    case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
      return .keep
    }
  }

  static func withoutIgnoredOptions(_ entry: Entry) -> ListEditor.Change {
    guard case .network(let filter) = entry.line.content else { return .keep }
    let kept = filter.options.filter { !isIgnored($0) }
    guard kept.count < filter.options.count else { return .keep }
    let pattern = entry.text(ByteRange(entry.line.range.lowerBound, filter.pattern.range.upperBound))
    let options = kept.map { entry.text($0.range) }.joined(separator: ",")
    return .replace(Array((kept.isEmpty ? pattern : "\(pattern)$\(options)").utf8))
  }

  private static func isIgnored(_ option: Option) -> Bool {
    guard !option.isNegated, option.value == nil else { return false }
    return [.thirdParty, .document, .all, .popup, .network].contains(option.kind)
  }

  /// Converts a blocking filter to an exception. Lines of hosts files are only converted if `Compress` has
  /// split them into filters.
  static func exception(_ entry: Entry, dialect: Dialect) -> ListEditor.Change {
    switch entry.line.content {
    case .hosts:
      guard entry.isSplit, let names = entry.blockedNames else { return .keep }
      return .replace(Entry.exceptions(for: names))
    case .network(let filter):
      guard !filter.isException else { return .keep }
      if let name = filter.hostName(in: entry.list.bytes.span, for: dialect) {
        return .replace(Array("@@||\(entry.text(name))^".utf8))
      }
      return .replace(Array("@@".utf8) + entry.text)
    case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
      return .keep
    }
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Converts a label or a host name to Punycode. Returns it unchanged if it cannot be converted.
  private static func inASCII(_ name: String) -> String {
    guard !isASCII(name), let host = HostNames.ascii(Array(name.utf8)) else { return name }
    return String(decoding: host, as: UTF8.self)
  }
}

extension Transformation {
  /// The validation that decides which filters stay; nil if the transformation is not a validation.
  var validation: DomainValidation? {
    switch self {
    case .validate: DomainValidation()
    case .validateAllowIP: DomainValidation(allowsAddresses: true)
    case .validateAllowPublicSuffix: DomainValidation(allowsPublicSuffixes: true)
    case .validateAllowIPAndPublicSuffix:
      DomainValidation(allowsAddresses: true, allowsPublicSuffixes: true)
    case .convertToAscii, .trimLines, .removeComments, .compress, .removeModifiers, .invertAllow,
      .deduplicate,
      .removeEmptyLines, .insertFinalNewLine:
      nil
    }
  }
}

extension ListEditor {
  /// Applies transformations in their fixed order.
  ///
  /// For ``Transformation/compress``, this is only the first half. Names that are blocked twice are known
  /// only when all lists have been changed (see ``CoveredNames``).
  mutating func apply(_ transformations: Set<Transformation>) {
    let dialect = dialect
    for transformation in Transformation.allCases where transformations.contains(transformation) {
      switch transformation {
      case .trimLines, .removeComments, .deduplicate, .removeEmptyLines, .insertFinalNewLine: break
      case .convertToAscii: changeFilters(.transformation(transformation), change: DomainFilter.inASCII)
      case .compress: changeFilters(.transformation(transformation), change: DomainFilter.compressed)
      case .removeModifiers:
        changeFilters(.transformation(transformation), change: DomainFilter.withoutIgnoredOptions)
      case .invertAllow:
        changeFilters(.transformation(transformation)) { DomainFilter.exception($0, dialect: dialect) }
      case .validate, .validateAllowIP, .validateAllowPublicSuffix, .validateAllowIPAndPublicSuffix:
        guard let validation = transformation.validation else { continue }
        changeFilters(.transformation(transformation)) { validation.change($0) }
      }
    }
  }
}

/// Host names that are redundant because a parent domain is blocked too. Removing them is the second half of
/// `Compress`.
///
/// It runs after everything else, so that a name stays if the filter that covers it was excluded.
struct CoveredNames {
  private var names: Set<HostKey> = []
  /// Hosts whose filters a `$badfilter` may disable. They cover no other names.
  private var uncertain: Set<HostKey> = []
  private let constants: Set<String>

  /// Creates an empty set. `constants` decide which lines in `!#if` blocks count.
  init(constants: Set<String>) { self.constants = constants }

  /// Adds the host names that a list blocks together with all subdomains.
  mutating func add(_ list: FilterList) {
    let active = ActiveLines(constants: constants).read(list)
    for (index, line) in list.lines.enumerated() where active.isActive(index) {
      let entry = Entry(list: list, index: index)
      switch line.content {
      case .hosts:
        let hosts = (entry.blockedNames ?? []).compactMap(Self.key)
        names.formUnion(hosts.filter { !HostNames.isOfThisMachine($0.bytes) })
      case .network(let filter):
        guard let host = filter.hostAndBelow(in: list.bytes.span), let key = Self.key(entry.text(host))
        else { continue }
        if filter.options.isEmpty, !filter.isException {
          names.insert(key)
        } else if filter.options.contains(where: { $0.kind == .badfilter }) {
          uncertain.insert(key)
        }
      case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation: break
      }
    }
  }

  /// Removes names that are already blocked by a parent domain.
  func remove(from editor: inout ListEditor) {
    let covering = names.subtracting(uncertain)
    guard !covering.isEmpty else { return }
    func isCovered(_ name: String) -> Bool {
      guard let key = Self.key(name) else { return false }
      return HostNames.parents(of: key.bytes).contains { covering.contains(HostKey($0)) }
    }
    editor.changeFilters(.transformation(.compress)) { entry in
      switch entry.line.content {
      case .hosts: return entry.keepingNames { !isCovered($0) }
      case .network(let filter):
        guard filter.options.isEmpty, !filter.isException,
          let host = filter.hostAndBelow(in: entry.list.bytes.span)
        else { return .keep }
        return isCovered(entry.text(host)) ? .remove : .keep
      case .cosmetic, .rejected, .blank, .comment, .header, .metadata, .directive, .hint, .continuation:
        return .keep
      }
    }
  }

  private static func key(_ name: String) -> HostKey? {
    HostNames.ascii(Array(name.utf8)).map { HostKey($0) }
  }
}
