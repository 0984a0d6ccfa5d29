/// How a url-filter begins that is about a host: the forms measured as exact and cheap for WebKit's compiler.
///
/// They are written here, and recognised here. `^[^:]+://` takes any scheme (WebSockets are matched as `wss://`);
/// `[^/]+` stays inside of the authority, so neither a path nor a query with the host in it matches.
package enum HostAnchor: CaseIterable, Sendable {
  /// The host or any label of it: the filter syntax's `||`.
  case label
  /// The same for patterns that go on into the path, in another text, which WebKit compiles into an automaton of
  /// its own.
  case labelBeforePath
  /// The same for patterns with a `*`, behind which no U+0001 may match.
  ///
  /// No URL has that byte. With it, every byte leads on while labels are passed, `/` too, and WebKit's interpreter
  /// takes two steps a byte, where it takes three when one byte leads nowhere (measured: a quarter less for each
  /// request). It leads back to where the labels begin, which adds the fewest states.
  case labelBeforeRun
  /// The same for patterns with a `*` behind a port or the `/`. A colon ends the labels: otherwise these may go on
  /// behind it, and there is a state for each place in the host and each behind it (measured: half as many
  /// automata). So a host is not found behind a password.
  case labelBeforePortAndRun
  /// The host, behind the user if there is one.
  case host
  /// Any place in the authority (user, host and port).
  case insideAuthority
  /// The authority. Of these forms the last, since the others begin with it.
  case authority

  @inline(__always)
  var text: StaticString {
    switch self {
    case .label: #"^[^:]+://([^/]+\.)?"#
    case .labelBeforePath: #"^[^:]+://+([^/]+\.)?"#
    case .labelBeforeRun: #"^[^:]+://+(([^/]+/\x01)*[^/]+\.)?"#
    case .labelBeforePortAndRun: #"^[^:]+://+(([^/:]+[/:]\x01)*[^/:]+\.)?"#
    case .host: "^[^:]+://([^/]*@)?"
    case .insideAuthority: "^[^:]+://[^/]*"
    case .authority: "^[^:]+://"
    }
  }

  /// The forms of `||` for any pattern.
  static let labelAnchors: [HostAnchor] = [.label, .labelBeforePath]

  /// The form as terms of a pattern, which is anchored at its start.
  package var terms: [URLFilterPattern.Term] { text.terms }

  /// How a url-filter goes on behind a host that is written out to its end.
  package enum End: CaseIterable, Sendable {
    /// `/` or `:`. WebKit matches `https://host` as `https://host/`, so there always is one.
    case request
    /// The end of the authority of a page's URL: a port, if there is one, and the `/`. WebKit keeps the user in the
    /// URL of a page, where `[:/]` would find `https://good.example:x@other.example/`.
    case page

    @inline(__always)
    var text: StaticString {
      switch self {
      case .request: "[:/]"
      case .page: "(:[0-9]+)?/"
      }
    }

    /// The form as terms of a pattern.
    package var terms: [URLFilterPattern.Term] { text.terms }
  }

  /// What may stand between the two slashes and the host.
  enum Labels {
    /// Nothing.
    case none
    /// Labels, and no colon: `([^:/]+\.)?`
    case narrow
    /// Labels, a user and a password: `([^/]+\.)?`
    case wide
  }

  /// How converters, this one and others, write `||` and the schemes of pages.
  static let ofConverters: [(text: StaticString, labels: Labels)] = [
    (Self.label.text, .wide), (Self.labelBeforePath.text, .wide),
    (Self.labelBeforeRun.text, .wide), (Self.labelBeforePortAndRun.text, .narrow),
    (#"^[^:]+://([^:/]+\.)?"#, .narrow), (#"^[^:]+://+([^:/]+\.)?"#, .narrow),
    (#"^[^:]+:\/\/([^/]+\.)?"#, .wide), (#"^[^:]+:\/\/+([^/]+\.)?"#, .wide),
    (#"^[^:]+:\/\/([^:/]+\.)?"#, .narrow), (#"^[^:]+:\/\/+([^:/]+\.)?"#, .narrow),
    (#"^https?://([^/]+\.)?"#, .wide), (#"^https?://([^:/]+\.)?"#, .narrow), (#"^https?://"#, .none),
    (#"^https?:\/\/([^/]+\.)?"#, .wide), (#"^https?:\/\/([^:/]+\.)?"#, .narrow), (#"^https?:\/\/"#, .none),
    (#"^https://"#, .none), (#"^http://"#, .none), (#"^wss?://"#, .none),
  ]
}

extension URLFilter {
  /// A host that is written out behind an anchor, and what its anchor says of it.
  package var anchoredHost: (anchor: HostAnchor, host: [UInt8], rest: Range<Int>)? {
    let span = bytes.span
    guard let anchor = HostAnchor.allCases.first(where: { span.starts(with: $0.text, at: 0) }) else {
      return nil
    }
    let host = WrittenHost(in: span, from: anchor.text.utf8CodeUnitCount)
    return (anchor, host.name(in: span), host.range.upperBound..<span.count)
  }

  /// Whether behind `index` the end of a host stands, and maybe more.
  package func hasHostEnd(at index: Int) -> Bool {
    let span = bytes.span
    return HostAnchor.hostEnds.contains { span.starts(with: $0, at: index) }
  }
}

extension HostAnchor {
  /// ``End``, the path right behind the host or behind the port, and how others write the class.
  fileprivate static let hostEnds: [StaticString] =
    End.allCases.map(\.text) + ["/", "[/:]", "(:[0-9]+)?(/"]
}

/// What hosts are followed by, as parts of a pattern.
extension URLFilterPattern.Term {
  /// A port, if there is one. WebKit leaves out the usual one of the scheme.
  package static let port = Self(writtenPort.atom, .optional)
  /// A port that is not the usual one.
  static let writtenPort = Self(
    .group([Self(.literal(UInt8(ascii: ":"))), Self(.characters(.init(.digits)), .oneOrMore)]))
  package static let slash = Self(.literal(UInt8(ascii: "/")))
  /// ``HostAnchor/End/request``
  package static let hostEnd = Self(
    .characters(.init(ASCIISet(UInt8(ascii: "/")).union(ASCIISet(UInt8(ascii: ":"))))))
}

extension Span<UInt8> {
  /// Whether the text stands at a place.
  func starts(with text: StaticString, at index: Int) -> Bool {
    let end = index + text.utf8CodeUnitCount
    return end <= count && equals(index..<end, text)
  }
}

extension StaticString {
  /// The form as terms of a pattern.
  fileprivate var terms: [URLFilterPattern.Term] {
    var bytes: [UInt8] = []
    bytes.append(self)
    return URLFilter(trusted: bytes).pattern.terms
  }
}
