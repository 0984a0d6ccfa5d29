/// A content blocker that lists are written for. It selects the names that are true in `!#if` conditions.
@nonexhaustive public enum ListPlatform: String, CaseIterable, Hashable, Sendable {
  /// AdGuard for Safari.
  case adGuardForSafari = "adguard_ext_safari"
  /// AdGuard for iOS.
  case adGuardForIOS = "adguard_app_ios"
  /// uBlock Origin Lite, which supports only declarative rules in Safari.
  case uBlockOriginLite = "ext_ubol"

  /// The names that are true in `!#if` conditions.
  public var constants: Set<String> {
    switch self {
    case .adGuardForSafari: ["adguard", "adguard_ext_safari", "env_safari"]
    case .adGuardForIOS: ["adguard", "adguard_app_ios", "env_mobile", "env_safari"]
    case .uBlockOriginLite: ["env_mv3", "env_safari", "ext_ublock", "ext_ubol"]
    }
  }
}
