import SluiceConversion
import SluiceRules

extension ListBuild {
  /// One of the files that the rules of a list are split into.
  struct Cut {
    let name: String
    /// The shard that the file contains, fully or in part.
    var shard: Manifest.Shard?
    /// The positions of its rules in the list.
    let positions: [Int]
    let rules: [Rule]
    let form: ListForm
  }

  /// The new rules of a list whose shards have a base.
  struct HotRules: Hashable {
    /// The number of new rules.
    var count: Int
    /// Whether the shards have a new base that contains all rules.
    var isNewBase: Bool
  }

  /// Splits a list into files.
  func cuts(
    of list: ConvertedList, stem: String, _ choice: FormChoice, _ result: inout Result
  ) throws(BuildFailure) -> [Cut] {
    guard let sharding = recipe.sharding else {
      return try pieces(list.rules.rules, Array(list.rules.rules.indices), list.form, stem)
    }
    let rules = list.rules.rules
    switch (list.part, sharding.method) {
    case (.all, _), (.cosmetic, _):
      return try cuts(of: rules, Array(rules.indices), stem, choice)
    case (.network, .host):
      return try cuts(of: rules, shards(of: rules, sharding), stem, choice)
    case (.network, .baseAndHot):
      let (cuts, hot) = try cutsNextToBase(of: rules, sharding, stem, choice)
      result.hot = result.hot ?? hot
      return cuts
    }
  }

  private func shards(
    of rules: [Rule], _ sharding: ListRecipe.Sharding, isHot: [Bool]? = nil
  ) throws(BuildFailure) -> [HostShards.Shard] {
    do throws(RuleShards.NoRoom) {
      return try HostShards(sharding: sharding).shards(of: rules, isHot: isHot)
    } catch {
      throw failure(error)
    }
  }

  /// Returns the files of a list's shards.
  private func cuts(
    of rules: [Rule], _ shards: [HostShards.Shard], _ stem: String, _ choice: FormChoice
  ) throws(BuildFailure) -> [Cut] {
    var all: [Cut] = []
    for shard in shards {
      for var cut in try cuts(of: rules, shard.positions, "\(stem).\(shard.identity.name)", choice) {
        cut.shard = shard.identity
        all.append(cut)
      }
    }
    return all
  }

  /// Returns the files of a list's shards, with a separate file for rules that the last base does not
  /// contain.
  private func cutsNextToBase(
    of rules: [Rule], _ sharding: ListRecipe.Sharding, _ stem: String, _ choice: FormChoice
  ) throws(BuildFailure) -> ([Cut], HotRules) {
    let own = base.filter { recipe.target(ofFile: $0.key.description).map { recipe.stem(for: $0) } == stem }
    if let base = ShardBase(own) {
      var plain = rules
      plain.rewrite(as: .size)
      let isHot = base.isHot(plain)
      let count = isHot.count { $0 }
      // If the new rules exceed the limits, they go into a new base, so this is not an error.
      if count < ShardBase.maximumHotRules,
        let cuts = try? cuts(of: rules, shards(of: rules, sharding, isHot: isHot), stem, choice),
        count == 0 || change(of: cuts, plain, from: base) < ShardBase.maximumChange
      {
        return (cuts, HotRules(count: count, isNewBase: false))
      }
    }
    let cuts = try cuts(of: rules, shards(of: rules, sharding), stem, choice)
    return (cuts, HotRules(count: 0, isNewBase: true))
  }

  /// Returns the percentage of rules that are in new or changed files.
  private func change(of cuts: [Cut], _ plain: [Rule], from base: ShardBase) -> Int {
    var (changed, all) = (0, 0)
    for cut in cuts {
      all += cut.positions.count
      if !base.has(cut.positions.map { plain[$0] }, as: cut.name) { changed += cut.positions.count }
    }
    return all == 0 ? 0 : changed * 100 / all
  }

  /// Returns the files for some of a list's rules, in the form that suits these rules.
  private func cuts(
    of rules: [Rule], _ positions: [Int], _ stem: String, _ choice: FormChoice
  ) throws(BuildFailure) -> [Cut] {
    var own = positions.map { rules[$0] }
    let form = choice.form(of: own)
    own.rewrite(as: form)
    if recipe.excess != .shard { try check(own, "\(stem).json") }
    return try pieces(own, positions, form, stem)
  }

  /// Returns one file, or several if the limits require it.
  private func pieces(
    _ rules: [Rule], _ positions: [Int], _ form: ListForm, _ stem: String
  ) throws(BuildFailure) -> [Cut] {
    guard recipe.excess == .shard else {
      return [Cut(name: "\(stem).json", positions: positions, rules: rules, form: form)]
    }
    do throws(RuleShards.NoRoom) {
      return try RuleShards(limit: limit, of: rules).shards(of: rules).enumerated().map { number, piece in
        Cut(
          name: number == 0 ? "\(stem).json" : "\(stem).\(number + 1).json",
          positions: piece.map { positions[$0] },
          rules: piece.count == rules.count ? rules : piece.map { rules[$0] }, form: form)
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: RuleShards.NoRoom) -> BuildFailure {
    switch error {
    case .rules:
      BuildFailure(
        recipe.name, "has exceptions that do not fit within \(limit.rules) rules")
    case .bytes:
      BuildFailure(
        recipe.name, "has exceptions that do not fit within \(limit.bytes ?? .max) bytes")
    case .lists(let count):
      BuildFailure(
        recipe.name, "has so many exceptions that it cannot be split into \(count) lists or more",
        advice: "in 'outputs', set 'count' of 'shards' lower, or 'maximumRules' and 'maximumBytes' higher")
    }
  }

  private var limit: ListLimit { ListLimit(rules: recipe.maximumRules, bytes: recipe.maximumBytes) }

  /// Throws if a file of a sharded list exceeds the limits. For other lists, the conversion checks them.
  private func check(_ rules: [Rule], _ name: String) throws(BuildFailure) {
    let limit = limit.safe(for: rules)
    let size = limit.size(of: rules)
    guard !limit.allows(size) else { return }
    let isCount = size.rules > limit.rules
    let found = isCount ? "\(size.rules.grouped) rules" : "\(size.bytes.grouped) bytes"
    throw BuildFailure(
      recipe.name,
      "has \(found) in \(name), more than \((isCount ? limit.rules : limit.bytes ?? .max).grouped)",
      advice:
        "in 'outputs', set 'onLimit' to \"shard\" or 'count' of 'shards' higher, or name fewer sources")
  }
}
