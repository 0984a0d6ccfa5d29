import SluiceConversion

extension OwnRule {
  static let idleException = OwnRule(
    .notNeeded, .note, "unused: no filter in these lists blocks the requests that this exception allows",
    meaning:
      "No filter of these lists acts on the types and the party of the exception, or nothing is hidden on the pages where"
      + " it turns off hiding. Pass the lists that it is meant for with `--against`.",
    example: "||ads.example^$script\n@@||ads.example^$websocket",
    instead: "remove it, or pass the list that it is meant for",
    advice: "remove it, or pass the list that it is meant for with --against",
    check: .comparison)
}

extension LintIndex {
  /// Finds exceptions for request types and parties that no filter blocks, and exceptions to hiding if no
  /// filter hides elements.
  func checkExceptions(_ found: inout LintFindingCollector) {
    guard found.isOn(.idleException) else { return }
    if !cosmetic.contains(where: { !$0.filter.isException }), lists.sources.count > lists.lintedCount {
      for location in hidingExceptions where lists.isLinted(location) && isForHidingAlone(location) {
        found.add(.idleException, at: location, lists.line(at: location).range)
      }
    }
    var blocks: [NetworkScope] = []
    var exceptions: [(NetworkScope, FilterPlace)] = []
    for entry in network.entries {
      guard !entry.isBare, let filter = lists.filter(at: entry.location) else {
        // A blocking filter without options overlaps with every exception.
        if !entry.isException { return }
        continue
      }
      let bytes = lists.bytes(of: entry.location)
      let scope = NetworkScope(filter, in: bytes.span)
      if entry.isException {
        if let scope, !scope.isForPages { exceptions.append((scope, entry.location)) }
      } else {
        // A filter with an unknown scope could block any request.
        guard let scope else { return }
        if blocks.count < 4096 { blocks.append(scope) } else { return }
      }
    }
    guard !blocks.isEmpty, regexes.isEmpty else { return }
    for (scope, location) in exceptions
    where lists.isLinted(location) && !blocks.contains(where: { $0.meets(scope) }) {
      found.add(.idleException, at: location, lists.line(at: location).range)
    }
  }

  /// Returns whether an exception only disables hiding.
  private func isForHidingAlone(_ location: FilterPlace) -> Bool {
    lists.filter(at: location)?.options.allSatisfy { Self.hidingScopes.contains($0.kind) } ?? false
  }
}
