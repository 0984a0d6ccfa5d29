/// The program.
enum Program {
  /// What `sluice --version` says.
  static let version = "0.2.0"
  /// When this version came out, as manual pages write it: they are not of the day on which they are made.
  static let date = "November 22, 2026"
  /// What it does, in one line without a full stop.
  static let summary = "converts Adblock filter lists into WebKit Content Blocker JSON"
}
