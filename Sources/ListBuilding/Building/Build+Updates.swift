import ContentBlocker
import Conversion
import Platform

/// What a build means for those who have the lists of the last one.
extension Build {
  /// What an update costs them: the lists for the first target, of which a client has one.
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

  /// What is to be said of files whose rules have gone into shards: who has subscribed to them has no rules any more.
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
  /// Whether it has rules about requests: those that lift others stand in lists that hide too.
  fileprivate var hasNetworkRules: Bool {
    [Action.block, .blockCookies].contains { actions[$0.name, default: 0] > 0 }
  }
}
