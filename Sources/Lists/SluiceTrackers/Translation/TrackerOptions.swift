import SluiceRules

/// Options for rules and decisions from Tracker Radar data.
public struct TrackerOptions: Hashable, Sendable {
  /// Whether to block content that an app loads after a click (`block-ctl-fb` and similar actions), where the
  /// privacy configuration enables it.
  ///
  /// Without an app that offers the click, these rules are skipped. The reference implementation also skips
  /// unknown actions.
  public var blocksClickToLoad = false
  /// The actions whose content the user has clicked to load. Their rules are skipped.
  public var unblockedActions: Set<String> = []

  /// The WebKit versions that the rules are for.
  public var target = Target.standard

  /// The bytes that rules may have in addition to a multiple of the size of the data. See ``TrackerBudget``.
  package var freeBytes = TrackerBudget.freeBytes

  /// Creates the default options.
  public init() {}
}
