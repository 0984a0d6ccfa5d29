import SluiceSystem
import SluiceConversion
import SluiceListFiles
import SluiceRules
import SluiceText

/// A distribution of a list's network rules over several lists, by the hosts in their patterns.
///
/// WebKit evaluates each list separately, and a request is blocked if any list blocks it. So each rule that
/// is not an exception is in one shard, and each exception is in all shards with rules that it could
/// override. The order of the rules stays the same.
///
/// The shard depends only on the host, so a new rule does not move other rules.
struct HostShards {
  let sharding: ListRecipe.Sharding

  struct Shard {
    let identity: Manifest.Shard
    let positions: [Int]
  }

  /// Distributes rules over shards and returns all shards, even empty ones. The rules must not contain
  /// `ignore-following-rules`.
  func shards(of rules: [Rule], isHot: [Bool]? = nil) throws(RuleShards.NoRoom) -> [Shard] {
    let (general, hot) = (sharding.count, sharding.count + 1)
    let positions = RuleShards.spread(rules, over: identities.count, keepsAll: false) { index, key in
      if isHot?[index] ?? false { return hot }
      return key.host.map(number) ?? general
    }
    if positions.reduce(0, { $0 + $1.count }) > rules.count {
      var budget = RuleShards.Budget(for: rules)
      for list in positions { try budget.spend(for: list) }
    }
    return zip(identities, positions).map { Shard(identity: $0, positions: $1) }
  }

  private var identities: [Manifest.Shard] {
    let base = (1...sharding.count).map { Manifest.Shard(kind: .hosts, number: $0) } + [.init(kind: .general)]
    switch sharding.method {
    case .host: return base
    case .baseAndHot: return base + [.init(kind: .hot)]
    }
  }

  /// Returns the shard number of a host, from 0. A change to this function would change all shards of all
  /// lists.
  func number(of host: [UInt8]) -> Int {
    var hash = ByteHash()
    hash.mix(host)
    return Int((hash.value ^ hash.value >> 32) % UInt64(sharding.count))
  }
}

extension Manifest.Shard {
  /// The suffix of the shard's file names after the name of the list.
  var name: String {
    switch kind {
    case .hosts: "hosts-\(number ?? 0)"
    case .general, .hot: kind.rawValue
    }
  }

  /// Whether the shard's rules stay in place until there is a new base.
  var isOfBase: Bool {
    switch kind {
    case .hosts, .general: true
    case .hot: false
    }
  }
}

/// The base of a list's shards as the last build left it. With a base, new rules stay in a separate shard.
///
/// The base only decides which rules stay together. The shards always behave like the list, so a base that is
/// lost, damaged or wrong costs clients a download but changes no result.
struct ShardBase {
  /// The number of new rules that triggers a new base.
  static let maximumHotRules = 12_000
  /// The percentage of rules in changed files that triggers a new base.
  static let maximumChange = 60

  /// The rules of the base's files in the form ``ListForm/size``, because the form of a file can change even
  /// if its rules do not.
  private let files: [String: [Rule]]
  private let rules: Set<Rule>

  /// Reads the base from its files; returns nil if there are no files.
  init?(_ files: [FileName: RuleList]) {
    guard !files.isEmpty else { return nil }
    self.files = Dictionary(
      uniqueKeysWithValues: files.map { name, list in
        var rules = list.rules
        rules.rewrite(as: .size)
        return (name.description, rules)
      })
    rules = Set(self.files.values.joined())
  }

  /// Returns, for each rule in the form ``ListForm/size``, whether it is new and not an exception.
  func isHot(_ rules: [Rule]) -> [Bool] {
    rules.indices.map { !rules[$0].action.overridesOthers && !self.rules.contains(rules[$0]) }
  }

  /// Returns whether a file has exactly these rules, given in the form ``ListForm/size``.
  func has(_ rules: [Rule], as name: String) -> Bool {
    guard let known = files[name] else { return false }
    return known == rules || rules.isEmpty && known == [.noOperation]
  }
}
