/// The program.
enum Program {
  /// What `sluice --version` says.
  static let version = "0.2.0"
}
