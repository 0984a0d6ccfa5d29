/// stub
public struct PatternCost: Hashable, Sendable {
  static let stateLimit = 10_000
}
