import SluiceConversion
import SluiceSyntax
import SluiceText

/// A line to check, with the facts that several rules need.
struct LintedLine {
  let list: FilterList
  let line: Line
  let location: FilterPlace
  /// The host, if a network filter is only the name of a host.
  let hostName: ByteRange?
  /// The lists of domains in a filter: a list for each option that has domains, or the list of a cosmetic
  /// filter.
  let domains: [[DomainEntry]]
  /// The reasons why a network filter or a line of a hosts file matches far more than intended.
  let breadth: [Breadth]
  /// The selector of a cosmetic filter for all sites, if it is a single name.
  let genericName: GenericName?

  let bytes: [UInt8]
  var range: ByteRange { line.range }
  var content: Line.Content { line.content }

  /// Whether the line begins with AdGuard's modifiers, which can contain domains in another place.
  var hasModifiers: Bool {
    if case .cosmetic = content { bytes[range.lowerBound] == ASCII.openBracket } else { false }
  }

  init(
    _ line: Line, of list: FilterList, at location: FilterPlace, _ dialect: Dialect, _ context: LintContext
  ) {
    (self.line, self.list, self.location, bytes) = (line, list, location, list.bytes)
    let bytes = list.bytes.span
    switch line.content {
    case .network(let filter):
      hostName = filter.hostName(in: bytes, for: dialect)
      domains = filter.options.compactMap { $0.domains(in: bytes) }
      breadth =
        hostName.map { Breadth.ofHost($0, bytes, context.suffixes) }
        ?? Breadth.ofFilter(filter, bytes, context.suffixes)
      genericName = nil
    case .cosmetic(let filter):
      (hostName, breadth) = (nil, [])
      domains = filter.domains.isEmpty ? [] : [filter.domains]
      genericName = GenericName(filter, bytes)
    case .hosts(let line):
      (hostName, domains, genericName) = (nil, [], nil)
      breadth = line.isBlock ? line.hosts.flatMap { Breadth.ofHost($0, bytes, context.suffixes) } : []
    case .blank, .comment, .header, .metadata, .directive, .hint, .continuation, .rejected:
      (hostName, domains, breadth, genericName) = (nil, [], [], nil)
    }
  }

  /// Calls `body` for each host in the line that has to exist.
  func forEachHost(_ body: (ByteRange) -> Void) {
    func pass(_ range: ByteRange) {
      if range.count > 1, bytes[range.lowerBound] != ASCII.openBracket { body(range) }
    }
    switch content {
    case .network(let filter):
      if let hostName {
        pass(hostName)
      } else if case .plain(let plain) = filter.pattern, plain.start == .hostLabel {
        let end = PatternConverter.hostEnd(bytes.span, plain.body)
        // If the pattern does not close the host, the host in a URL can be longer.
        if end < plain.body.upperBound ? bytes[end] != ASCII.star : plain.isEndAnchored {
          pass(ByteRange(plain.body.lowerBound, end))
        }
      }
    case .hosts(let line): line.hosts.forEach(pass)
    case .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .continuation, .rejected: break
    }
    for entry in domains.joined() where entry.kind == .host { pass(entry.name) }
  }
}
