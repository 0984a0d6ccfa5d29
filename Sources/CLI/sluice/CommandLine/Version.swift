import SluiceLists

/// Facts about the program.
enum Program {
  /// The version that `sluice --version` prints.
  static let version = Build.version
  /// The release date of this version, in the format of manual pages. Manual pages must not depend on the
  /// build date.
  static let date = "November 22, 2026"
  /// A one-line summary without a period.
  static let summary = "converts Adblock filter lists into WebKit Content Blocker JSON"
}
