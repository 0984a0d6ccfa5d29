import SluiceLists

/// A hint about the options that show more than the groups of findings.
enum ListingHint {
  /// Returns text like `--max-diagnostics 0 lists all 952; -v adds notes; 'sluice explain ID' explains a reason`.
  ///
  /// - Parameters:
  ///   - total: The number of findings.
  ///   - groups: The groups that are shown.
  ///   - hidesNotes: Whether there are notes that only `--verbose` shows.
  ///   - showsReasons: Whether a reason is shown that `explain` can explain.
  static func text(
    _ total: Int, _ groups: [FindingGroup], hidesNotes: Bool, showsReasons: Bool
  ) -> String? {
    var parts: [String] = []
    if groups.contains(where: { $0.shown.count < $0.total }) {
      parts.append("--max-diagnostics 0 lists all \(Format.grouped(total))")
    }
    if hidesNotes { parts.append("-v adds notes") }
    if showsReasons { parts.append("'sluice explain ID' explains a reason") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns a line like `showing 50 of 952; --max-diagnostics 0 shows all`.
  static func showing(_ count: Int, of total: String) -> String {
    "showing \(Format.grouped(count)) of \(total); --max-diagnostics 0 shows all\n"
  }
}
