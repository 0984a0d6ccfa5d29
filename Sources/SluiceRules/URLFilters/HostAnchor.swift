import SluiceText

/// The start of a url-filter for a host. Measurements have shown that these forms are exact, and cheap for
/// WebKit's compiler.
///
/// This type both writes and recognizes the forms. `^[^:]+://` matches any scheme; WebSockets have `wss://`.
/// `[^/]+` stays inside the authority, so the host cannot match in a path or query.
package enum HostAnchor: CaseIterable, Sendable {
  /// The host, or any label of it: `||` in filter syntax.
  case label
  /// An equivalent of ``label`` for patterns that continue into the path. Because its text is different,
  /// WebKit compiles it into a separate automaton.
  case labelBeforePath
  /// An equivalent of ``label`` for patterns with a `*`. That `*` must not match U+0001.
  ///
  /// URLs never contain U+0001. In this form, every byte including `/` has a transition while labels are
  /// matched. WebKit's interpreter then takes two steps per byte instead of three (measured: a quarter less
  /// time for each request). The transition leads back to the start of the labels, which adds the fewest
  /// states.
  case labelBeforeRun
  /// A form like ``labelBeforeRun`` for patterns with a `*` after a port or the `/`. Its labels end at a
  /// colon. Otherwise, they could continue after the colon, and the automaton would have a state for each
  /// pair of positions in the host and after it (measured: this form halves the number of automata). This
  /// form therefore does not match a host after a password.
  case labelBeforePortAndRun
  /// The host, after an optional user name.
  case host
  /// Any position in the authority (user, host and port).
  case insideAuthority
  /// The authority. It is the last case because all other forms start with it.
  case authority

  @inline(__always)
  package var text: StaticString {
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

  static let escapedLabel: StaticString = #"^[^:]+://([^/]+\\.)?"#

  /// The forms of `||` that all patterns can use.
  package static let labelAnchors: [HostAnchor] = [.label, .labelBeforePath]

  /// The form as terms of a pattern that is anchored at its start.
  package var terms: [URLFilterPattern.Term] { text.terms }

  /// The text of a url-filter after a complete host.
  package enum End: CaseIterable, Sendable {
    /// `/` or `:`. WebKit matches `https://host` as `https://host/`, so one of them always follows.
    case request
    /// The end of the authority in a page URL: an optional port and the `/`. WebKit keeps the user name in a
    /// page URL, so `[:/]` would match `https://good.example:x@other.example/`.
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

  /// The text that can precede the host after the two slashes.
  package enum Labels {
    /// No text.
    case none
    /// Labels without a colon: `([^:/]+\.)?`
    case narrow
    /// Labels, a user name and a password: `([^/]+\.)?`
    case wide
  }

  /// The forms in which converters, including this one, write `||` and the schemes of pages.
  package static let ofConverters: [(text: StaticString, labels: Labels)] = [
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
  /// The anchor at the start of the filter, the literal host after it, and the range of the remaining bytes;
  /// nil if there is no anchor.
  package var anchoredHost: (anchor: HostAnchor, host: [UInt8], rest: Range<Int>)? {
    let span = bytes.span
    guard let anchor = HostAnchor.allCases.first(where: { span.starts(with: $0.text, at: 0) }) else {
      return nil
    }
    let host = WrittenHost(in: span, from: anchor.text.utf8CodeUnitCount)
    return (anchor, host.name(in: span), host.range.upperBound..<span.count)
  }

  /// Returns whether the end of a host, possibly with more text, follows at `index`.
  package func hasHostEnd(at index: Int) -> Bool {
    let span = bytes.span
    return HostAnchor.hostEnds.contains { span.starts(with: $0, at: index) }
  }
}

extension HostAnchor {
  /// The texts of ``End``, the start of a path directly after a host or port, and the forms of other
  /// converters.
  fileprivate static let hostEnds: [StaticString] =
    End.allCases.map { $0.text } + ["/", "[/:]", "(:[0-9]+)?(/"]
}

/// The terms that can follow a host.
extension URLFilterPattern.Term {
  /// An optional port. WebKit omits the default port of the scheme.
  package static let port = Self(writtenPort.atom, repetition: .optional)
  /// A port other than the default one.
  static let writtenPort = Self(
    .group([Self(.literal(ASCII.colon)), Self(.characters(.init(.digits)), repetition: .oneOrMore)]))
  package static let slash = Self(.literal(ASCII.slash))
  /// The terms of ``HostAnchor/End/request``.
  package static let hostEnd = Self(
    .characters(.init(ASCIISet(ASCII.slash).union(ASCIISet(ASCII.colon)))))
}

extension Span<UInt8> {
  /// Returns whether the text is at this position.
  package func starts(with text: StaticString, at index: Int) -> Bool {
    let end = index + text.utf8CodeUnitCount
    return end <= count && equals(index..<end, text: text)
  }
}

extension StaticString {
  fileprivate var terms: [URLFilterPattern.Term] {
    var bytes: [UInt8] = []
    bytes.append(self)
    return URLFilter(trusted: bytes).pattern.terms
  }
}
