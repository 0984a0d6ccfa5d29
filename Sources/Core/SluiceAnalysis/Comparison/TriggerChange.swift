/// A difference between two triggers.
public struct TriggerChange: Hashable, Sendable {
  /// WebKit's key for the changed part.
  public var key: String
  /// The removed entries; nil if the key was missing, which means "any".
  public var before: [String]?
  /// The added entries; nil if the key is missing now.
  public var after: [String]?

  /// Returns all differences between two triggers, except those of their patterns.
  public static func all(from old: Trigger, to new: Trigger) -> [TriggerChange] {
    var changes: [TriggerChange] = []
    func add(_ key: String, _ before: [String], _ after: [String]) {
      guard before != after else { return }
      let (gone, added) = (Set(before), Set(after))
      changes.append(
        TriggerChange(
          key: key, before: before.isEmpty ? nil : before.filter { !added.contains($0) },
          after: after.isEmpty ? nil : after.filter { !gone.contains($0) }))
    }
    func flag(_ value: Bool) -> [String] { value ? ["true"] : [] }
    add("url-filter-is-case-sensitive", flag(old.isCaseSensitive), flag(new.isCaseSensitive))
    add("resource-type", old.resourceTypes.descriptions, new.resourceTypes.descriptions)
    add("load-type", old.loadTypes.descriptions, new.loadTypes.descriptions)
    add("load-context", old.loadContexts.descriptions, new.loadContexts.descriptions)
    add(
      "request-method", old.requestMethod.map { [$0.rawValue] } ?? [],
      new.requestMethod.map { [$0.rawValue] } ?? [])
    if let before = old.condition, let after = new.condition, before.name == after.name {
      add(before.name, before.values, after.values)
    } else {
      if let before = old.condition { add(before.name, before.values, []) }
      if let after = new.condition { add(after.name, [], after.values) }
    }
    add(
      "condition-is-case-sensitive", flag(old.isConditionCaseSensitive), flag(new.isConditionCaseSensitive))
    return changes
  }
}
