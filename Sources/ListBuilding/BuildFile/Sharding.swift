extension ListRecipe {
  /// How the network rules of a list are spread over several lists, so that an update of some of them leaves the others
  /// as they are.
  ///
  /// WebKit compiles each list by itself: it takes less memory at a time, and lists that stay are not compiled again.
  public struct Sharding: Hashable, Sendable {
    /// By what rules are told apart.
    public enum Method: String, CaseIterable, Hashable, Sendable {
      /// By the hosts of their patterns. Equal sources give equal files.
      case host
      /// Rules that the last base had by their hosts, and new ones in a list of their own. The files depend on those of
      /// the build before.
      case baseAndHot = "base+hot"
    }

    /// By what rules are told apart.
    public var method: Method
    /// Over how many lists the rules are spread whose patterns name a host.
    public var count = Self.usualCount

    /// Rules told apart in this way.
    public init(by method: Method) { self.method = method }

    /// What ``count`` may be. Up to 32 lists were measured: each request costs as much as with one.
    static let counts = 1...64
    private static let usualCount = 16
  }
}

extension ListRecipe.Sharding: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case by, count
  }

  /// Decodes the method, and the number of lists if it is not the usual one.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    guard let method = try values.choice(Method.self, forKey: .by) else {
      let methods = Method.allCases.map { "\"\($0.rawValue)\"" }
      throw RecipeMistake(
        path: values.codingPath, message: "the key 'by' is missing",
        advice: "set it to \(methods.joined(separator: " or "))")
    }
    self.init(by: method)
    count = try values.wholeNumber(forKey: .count, in: Self.counts) ?? count
  }
}

extension ListRecipe {
  /// Refuses what cannot be together with shards; `path` is that of the outputs, whose keys these are.
  func checkSharding(_ path: [any CodingKey], split: any CodingKey, excess: any CodingKey) throws {
    guard sharding != nil else { return }
    switch self.split {
    case nil, .action: break
    case .some(.none), .source:
      throw RecipeMistake(
        path: path + [split], message: "'split' conflicts with 'shards'",
        advice: "leave it out: shards have the network filters, and one more list those that hide")
    }
    switch self.excess {
    case .stop, .shard: break
    case .truncate:
      throw RecipeMistake(
        path: path + [excess], message: "'truncate' conflicts with 'shards'",
        advice:
          "remove it to get an error if a shard exceeds the limits, or use \"shard\" to truncate such a shard")
    }
  }
}
