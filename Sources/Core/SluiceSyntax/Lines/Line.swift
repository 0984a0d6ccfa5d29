/// A line of a list: its range and its content.
public struct Line: Hashable, Sendable {
  /// The range of the line without its line end and without spaces at its ends. For a filter that spans
  /// several lines, this is the range of its joined form after the end of the list; see
  /// ``FilterList/place(of:)``.
  public var range: ByteRange
  /// The parsed content.
  public var content: Content

  /// The content of a line.
  @nonexhaustive public enum Content: Hashable, Sendable {
    /// An empty line, or only spaces.
    case blank
    /// `! text`, or `# text` in hosts files.
    case comment
    /// `[Adblock Plus 2.0]`, with the text between the brackets.
    case header(ByteRange)
    /// `! Title: EasyList`, in the first lines of a list.
    case metadata(Metadata)
    /// `!#if`, `!#include` or another directive.
    case directive(Directive)
    /// `!+ PLATFORM(...)`, with the text after the `!+`.
    case hint(ByteRange)
    /// A filter that applies to requests, or an exception to these filters.
    case network(NetworkFilter)
    /// A filter that applies to elements of pages, or an exception to these filters.
    case cosmetic(CosmeticFilter)
    /// A line of a hosts file.
    case hosts(HostsLine)
    /// A continuation of a filter that starts on an earlier line.
    case continuation
    /// An invalid line.
    case rejected(SyntaxProblem)
  }
}

/// `! Key: value` in the first 50 lines of a list.
public struct Metadata: Hashable, Sendable {
  /// The key as written.
  public var key: ByteRange
  /// The value without spaces around it.
  public var value: ByteRange
}

/// `!#name argument`: a directive for the program that reads the list.
public struct Directive: Hashable, Sendable {
  /// The kind of directive.
  public var kind: Kind
  /// The text after the name, without spaces around it.
  public var argument: ByteRange

  /// The directives of uBlock Origin and AdGuard.
  @nonexhaustive public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The cases have the names of the directives in lists.
    case `if`, `else`, endif, include, safari_cb_affinity
  }
}

/// A line that names hosts: `0.0.0.0 ads.example tracker.example # comment`, dnsmasq's
/// `address=/ads.example/`, or the equivalent of other DNS servers and proxies.
public struct HostsLine: Hashable, Sendable {
  /// The address; empty for lines without one.
  public var address: ByteRange
  /// The names as written; they are not necessarily valid host names.
  public var hosts: [ByteRange]
  /// The hosts that the names stand for.
  public var scope = Scope.hostAndBelow
  /// The effect on requests to the hosts.
  public var effect = Effect.block

  /// Creates a line with these names.
  public init(address: ByteRange, hosts: [ByteRange], scope: Scope = .hostAndBelow, effect: Effect = .block) {
    (self.address, self.hosts, self.scope, self.effect) = (address, hosts, scope, effect)
  }

  /// The hosts that a name stands for.
  @frozen public enum Scope: Hashable, Sendable {
    /// The host and all its subdomains. Ad blockers read hosts files in this way too.
    case hostAndBelow
    /// Only the host itself.
    case host
    /// Only the subdomains.
    case below
  }

  /// The effect on requests to the hosts.
  @frozen public enum Effect: Hashable, Sendable {
    /// Blocks the requests: the hosts have no address, or `0.0.0.0`, `::` or a loopback address.
    case block
    /// Allows the requests, overriding other entries for the hosts.
    case allow
    /// Redirects the requests to another address, or restores the original one.
    case mapping
  }
}

extension HostsLine {
  /// Whether the hosts are blocked.
  public var isBlock: Bool { effect == .block }
}
