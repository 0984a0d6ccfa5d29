extension ListRecipe {
  /// How the network rules of a list are distributed over several lists, so that an update changes only some
  /// of them.
  ///
  /// WebKit compiles each list separately. Compiling smaller lists needs less memory at a time, and unchanged
  /// lists are not compiled again.
  public struct Sharding: Hashable, Sendable {
    /// How rules are assigned to lists.
    @nonexhaustive public enum Method: String, CaseIterable, Hashable, Sendable {
      /// By the hosts in their patterns. Equal sources give equal files.
      case host
      /// Rules of the last base by their hosts, and new rules in a separate list. The files depend on those
      /// of the previous build.
      case baseAndHot = "base+hot"
    }

    /// How rules are assigned to lists.
    public var method: Method
    /// The number of lists for rules whose patterns name a host.
    public var count = Self.usualCount

    /// Creates a distribution with the given method.
    public init(by method: Method) { self.method = method }

    /// The valid range of ``count``. Measured with up to 32 lists: each request costs as much as with one
    /// list.
    static let counts = 1...64
    private static let usualCount = 16
  }
}

extension ListRecipe.Sharding: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case by, count
  }

  /// Decodes the method, and the number of lists if it differs from the default.
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
  /// Throws if options cannot be combined with shards. `path` is the path of the outputs, which contain these
  /// keys.
  func checkSharding(_ path: [any CodingKey], split: any CodingKey, excess: any CodingKey) throws {
    guard sharding != nil else { return }
    switch self.split {
    case nil, .action: break
    case .some(.none), .source:
      throw RecipeMistake(
        path: path + [split], message: "'split' conflicts with 'shards'",
        advice:
          "leave it out: the shards have the network filters, and a separate list has the hiding filters")
    }
    switch self.excess {
    case .stop, .shard: break
    case .truncate:
      throw RecipeMistake(
        path: path + [excess], message: "'truncate' conflicts with 'shards'",
        advice:
          "remove it to get an error if a shard exceeds the limits, or use \"shard\" to truncate that shard")
    }
  }
}
