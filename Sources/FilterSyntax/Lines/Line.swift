/// One line of a list: where it is and what it says.
public struct Line: Hashable, Sendable {
  /// The line without its end and without blanks at either end. That of a filter that goes on in further lines is
  /// where it stands in one piece, behind the end of the list: see ``FilterList/place(of:)``.
  public var range: ByteRange
  /// What it says.
  public var content: Content

  /// What a line of a list can be.
  public enum Content: Hashable, Sendable {
    /// Nothing, or only blanks.
    case blank
    /// `! text`, or `# text` in hosts files.
    case comment
    /// `[Adblock Plus 2.0]`: the name between the brackets.
    case header(ByteRange)
    /// `! Title: EasyList` among the first lines.
    case metadata(Metadata)
    /// `!#if`, `!#include` and the like.
    case directive(Directive)
    /// `!+ PLATFORM(...)`: what follows the `!+`.
    case hint(ByteRange)
    /// A filter on requests, or an exception to such filters.
    case network(NetworkFilter)
    /// A filter on the elements of pages, or an exception to such filters.
    case cosmetic(CosmeticFilter)
    /// A line of a hosts file.
    case hosts(HostsLine)
    /// A part of the filter in a line above, which goes on here.
    case continuation
    /// None of these.
    case rejected(SyntaxProblem)
  }
}

/// `! Key: value`, which lists have among their first 50 lines.
public struct Metadata: Hashable, Sendable {
  /// The key as written.
  public var key: ByteRange
  /// The value without blanks around it.
  public var value: ByteRange
}

/// `!#name argument`: an instruction to the program that reads the list.
public struct Directive: Hashable, Sendable {
  /// Which.
  public var kind: Kind
  /// What follows the name, without blanks around it.
  public var argument: ByteRange

  /// The directives of uBlock Origin and AdGuard.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// What they are called.
    case `if`, `else`, endif, include, safari_cb_affinity
  }
}

/// A line that names hosts: `0.0.0.0 ads.example tracker.example # comment`, dnsmasq's `address=/ads.example/`, and those of
/// lists of other DNS servers and proxies.
public struct HostsLine: Hashable, Sendable {
  /// The address; empty where there is none.
  public var address: ByteRange
  /// The names as written; one of them may be no host name.
  public var hosts: [ByteRange]
  /// Which hosts the names stand for.
  public var scope = Scope.hostAndBelow
  /// What becomes of requests to them.
  public var effect = Effect.block

  /// A line of these names.
  public init(address: ByteRange, hosts: [ByteRange], scope: Scope = .hostAndBelow, effect: Effect = .block) {
    (self.address, self.hosts, self.scope, self.effect) = (address, hosts, scope, effect)
  }

  /// Which hosts a name stands for.
  public enum Scope: Hashable, Sendable {
    /// The host and all hosts below it, which hosts files mean too where a blocker reads them.
    case hostAndBelow
    /// The host alone.
    case host
    /// The hosts below it.
    case below
  }

  /// What becomes of requests to the hosts.
  public enum Effect: Hashable, Sendable {
    /// They lead nowhere: to no address, to `0.0.0.0`, `::` or to the machine itself.
    case block
    /// They are let through, whatever else is said of the hosts.
    case allow
    /// They lead elsewhere, or where they led before.
    case mapping
  }
}

extension HostsLine {
  /// Whether the names are blocked.
  public var isBlock: Bool { effect == .block }
}
