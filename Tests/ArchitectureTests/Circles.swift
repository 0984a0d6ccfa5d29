/// Circles in a graph of names.
enum Circles {
  /// Returns the sets of names that reach each other, sorted.
  static func find(_ names: [String], _ next: (String) -> Set<String>) -> [[String]] {
    let reached = names.reduce(into: [String: Set<String>]()) { reached, name in
      var found: Set<String> = []
      var open = [name]
      while let current = open.popLast() {
        for other in next(current) where found.insert(other).inserted { open.append(other) }
      }
      reached[name] = found
    }
    var circles: Set<[String]> = []
    for name in names {
      let circle = reached[name, default: []].filter { reached[$0, default: []].contains(name) }
      if circle.count > 1 { circles.insert(circle.sorted()) }
    }
    return circles.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
