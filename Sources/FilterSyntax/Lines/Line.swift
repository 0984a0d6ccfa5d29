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

/// `0.0.0.0 ads.example tracker.example # comment`, or dnsmasq's `address=/ads.example/0.0.0.0`.
public struct HostsLine: Hashable, Sendable {
  /// The address; empty where dnsmasq is told that there is none.
  public var address: ByteRange
  /// The names which are given that address.
  public var hosts: [ByteRange]
}

extension HostsLine {
  /// Whether the names are sent nowhere: to no address, to `0.0.0.0`, `::` or to the machine itself. Other
  /// addresses tell where a machine is. `bytes` are those of the list.
  public func isBlock(in bytes: Span<UInt8>) -> Bool {
    address.isEmpty || bytes.isText("0.0.0.0", address) || bytes.isText("::", address)
      || bytes.isText("::1", address) || bytes.isText("0", address)
      || bytes.hasText("127.", at: address.lowerBound, in: address)
      // Names of the machine itself, which are skipped, stand behind link-local and multicast addresses.
      || bytes.hasText("fe80:", at: address.lowerBound, in: address)
      || bytes.hasText("ff0", at: address.lowerBound, in: address)
      || bytes.isText("255.255.255.255", address)
  }
}
