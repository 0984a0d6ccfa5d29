import ContentBlocker

/// Spreads the network rules of a list over several by the hosts of their patterns.
///
/// WebKit judges each list for itself, and a load is blocked when any list blocks it. So each rule that acts stands in one
/// shard, and each exception in all shards with a rule that it could lift, in the order that they had. Which shard it is
/// depends on the host alone: what is added to a list changes no shard but its own.
struct HostShards {
  let sharding: ListRecipe.Sharding

  /// A shard and the positions of its rules.
  struct Shard {
    let identity: Manifest.Shard
    let positions: [Int]
  }

  /// The shards of rules, none of which ignores following ones. All of them are there, also those without a rule.
  func shards(of rules: [Rule], isHot: [Bool]? = nil) -> [Shard] {
    let (general, hot) = (sharding.count, sharding.count + 1)
    let positions = RuleShards.spread(rules, over: identities.count, keepsAll: false) { index, key in
      if isHot?[index] ?? false { return hot }
      return key.host.map(number) ?? general
    }
    return zip(identities, positions).map { Shard(identity: $0, positions: $1) }
  }

  /// What the shards are, in their order.
  private var identities: [Manifest.Shard] {
    let base = (1...sharding.count).map { Manifest.Shard(kind: .hosts, number: $0) } + [.init(kind: .general)]
    switch sharding.method {
    case .host: return base
    case .baseAndHot: return base + [.init(kind: .hot)]
    }
  }

  /// Which shard, from 0, has the rules of a host. Another number here would change all shards of all lists.
  func number(of host: [UInt8]) -> Int {
    var hash = ByteHash()
    hash.mix(host)
    return Int((hash.value ^ hash.value >> 32) % UInt64(sharding.count))
  }
}

extension Manifest.Shard {
  /// What its files are called behind the name of the list.
  var name: String {
    switch kind {
    case .hosts: "hosts-\(number ?? 0)"
    case .general, .hot: kind.rawValue
    }
  }

  /// Whether it has rules that stay where they are until there is a new base.
  var isOfBase: Bool {
    switch kind {
    case .hosts, .general: true
    case .hot: false
    }
  }
}
