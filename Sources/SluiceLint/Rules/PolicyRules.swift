import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let otherKind = OwnRule(
    .policy, severity: .error, message: "a filter of the kind '\(.other)' is not allowed in this file",
    meaning: "The configuration limits the file to other kinds of filters.",
    example: "||ads.example^", instead: "move the filter to a file for its kind",
    check: .line { line, found in
      guard let kinds = found.settings[line.location.source].policy.kinds, let kind = FilterKind(line),
        !kinds.contains(kind)
      else { return }
      found.add(.otherKind, at: line.location, span: line.range, detail: .words(kind.rawValue))
    })

  static let bannedFilter = OwnRule(
    .policy, severity: .error, message: "the configuration bans this filter",
    meaning: "The configuration bans the filter. Its spelling makes no difference.",
    example: "||www.example^", instead: "remove it",
    check: .line { line, found in
      let filters = found.settings[line.location.source].policy.filters
      guard !filters.isEmpty, let identity = LineIdentity(line.line, in: line.bytes.span),
        filters.contains(identity)
      else { return }
      found.add(.bannedFilter, at: line.location, span: line.range)
    })

  static let bannedDomain = OwnRule(
    .policy, severity: .error, message: "the configuration bans filters that name '\(.text)'",
    meaning:
      "The filter names a host that the configuration bans, or a subdomain, as a host of requests or of pages.",
    example: "www.example##.ad", instead: "remove the host or the filter",
    check: .line { line, found in
      let hosts = found.settings[line.location.source].policy.hosts
      guard !hosts.isEmpty else { return }
      let bytes = line.bytes.span
      for name in namedHosts(of: line) {
        guard let host = HostNames.ascii(bytes, in: name),
          HostNames.nearest(host, find: { hosts.contains($0) ? $0 : nil }) != nil
        else { continue }
        found.add(.bannedDomain, at: line.location, span: name)
      }
    })
}

/// Returns all hosts that a filter names in its pattern and its lists of domains.
private func namedHosts(of line: LintedLine) -> [ByteRange] {
  var names = line.domains.joined().filter { $0.kind == .host }.map(\.name)
  switch line.content {
  case .network(let filter):
    guard case .plain(let plain) = filter.pattern else { break }
    let bytes = line.bytes.span
    var start = plain.body.lowerBound
    if plain.start != .hostLabel, line.hostName == nil {
      guard let colon = bytes.firstIndex(of: ASCII.colon, in: plain.body),
        bytes.hasText("://", at: colon, in: plain.body)
      else { break }
      start = colon + 3
    }
    let rest = ByteRange(start, plain.body.upperBound)
    names.append(ByteRange(start, PatternConverter.hostEnd(bytes, body: rest)))
  case .hosts(let hosts): names += hosts.hosts
  case .blank, .comment, .header, .metadata, .directive, .hint, .cosmetic, .continuation, .rejected: break
  }
  return names
}
