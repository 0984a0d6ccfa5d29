/// The filter syntax of one family of ad blockers. Dialects differ in the meaning of a line that contains
/// only a host name.
@nonexhaustive public enum Dialect: String, CaseIterable, Hashable, Sendable {
  /// Adblock Plus and EasyList. A host name is text that can match anywhere in a URL.
  case adblockPlus = "abp"
  /// uBlock Origin. A host name matches that host and all its subdomains.
  case uBlockOrigin = "ublock"
  /// AdGuard. A host name means the same as in Adblock Plus.
  case adGuard = "adguard"
  /// Hosts files and domain lists. A host name matches that host and all its subdomains.
  case hosts

  /// Whether a line that contains only a host name matches that host, instead of the text anywhere in a URL.
  public var readsHostNamesAsHosts: Bool { self == .uBlockOrigin || self == .hosts }

  /// The name of the ad blocker or of the kind of list.
  public var name: String {
    switch self {
    case .adblockPlus: "Adblock Plus"
    case .uBlockOrigin: "uBlock Origin"
    case .adGuard: "AdGuard"
    case .hosts: "hosts files"
    }
  }
}
