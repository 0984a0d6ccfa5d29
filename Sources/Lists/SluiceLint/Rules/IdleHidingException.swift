extension OwnRule {
  static let idleHidingException = OwnRule(
    .notNeeded, .note, "unused: no filter in these lists hides the elements of this exception",
    meaning:
      "No filter has exactly this selector on any of these pages, so the exception has no effect. Pass the lists that it"
      + " is meant for with `--against`.",
    example: "||ads.example^\nnews.example#@#.ad",
    instead: "remove it, or pass the list that it is meant for",
    advice: "remove it, or pass the list that it is meant for with --against",
    check: .comparison)
}

extension CosmeticCoverage {
  func checkException(
    _ entry: CosmeticEntry, _ pages: CosmeticPages, _ others: CosmeticPagesIndex,
    _ found: inout LintFindingCollector
  ) {
    guard entry.filter.kind == .hiding || entry.filter.kind == .extendedHiding,
      !others.hides(on: pages)
    else { return }
    found.add(.idleHidingException, at: entry.location, lists.line(at: entry.location).range)
  }
}
