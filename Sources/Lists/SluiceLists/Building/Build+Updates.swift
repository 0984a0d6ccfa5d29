import SluiceRules

/// The effects of a build on clients that have the lists of the previous build.
extension Build {
  /// Returns the cost of an update for clients. It counts only the first target, because a client uses one
  /// target.
  static func updateCost(
    of lists: [WrittenList], since previous: PreviousBuild, _ recipe: ListRecipe, _ hot: ListBuild.HotRules?
  ) -> UpdateCost {
    var cost = UpdateCost()
    (cost.hotRules, cost.hasNewBase) = (hot?.count, hot?.isNewBase ?? false)
    for list in lists where recipe.target(ofFile: list.output.name.description) == recipe.targets.first {
      cost.files += 1
      let former = previous.output(list.output.name)
      if former != nil { cost.isFirst = false }
      guard former?.sha256 != list.output.sha256 else { continue }
      cost.changed += 1
      cost.bytes += list.output.bytes
      cost.compressedBytes += list.output.gzip?.bytes ?? list.output.bytes
      cost.compileMilliseconds += list.compileCost.milliseconds
    }
    return cost
  }

  /// Returns a warning for each file whose rules have moved into shards. Its subscribers no longer get any
  /// rules.
  static func shardWarnings(
    on outputs: [Manifest.Output], since previous: PreviousBuild, of recipe: ListRecipe
  ) -> [BuildProblem] {
    let shards = outputs.filter { $0.shard != nil }
    let emptied = outputs.filter { output in
      output.shard == nil && output.rules == 0 && previous.output(output.name)?.hasNetworkRules ?? false
    }
    guard let first = shards.first, let last = shards.last, let name = emptied.first?.name.description else {
      return []
    }
    let others = emptied.count > 1 ? ", as \(emptied.count - 1) more have" : ""
    return [
      BuildProblem(
        name,
        "no longer has network rules\(others): they are in the \(shards.count) lists from \(first.name) to \(last.name),"
          + " and users must add all of them")
    ]
  }
}

extension Manifest.Output {
  /// Whether the list has rules for requests. Exceptions do not count: lists of hiding rules contain them
  /// too.
  fileprivate var hasNetworkRules: Bool {
    [Action.block, .blockCookies].contains { actions[$0.name, default: 0] > 0 }
  }
}
