import ContentBlocker

/// How to turn Tracker Radar's data into rules and decisions.
public struct TrackerOptions: Hashable, Sendable {
  /// Whether what an app should block until the user clicks (`block-ctl-fb` and the like) is blocked, where the
  /// privacy configuration has it so. Without an app that offers the click these rules are skipped, as the
  /// reference skips actions it does not know.
  public var blocksClickToLoad = false
  /// The actions whose content the user has clicked to load: their rules are skipped again.
  public var unblockedActions: Set<String> = []

  /// The WebKit that the rules are for.
  public var target = Target.standard

  /// The defaults.
  public init() {}
}
