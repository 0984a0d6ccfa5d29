/// The file names of a build. They must differ by more than case.
struct OutputNames {
  private var lists: [String: String] = [:]

  /// Adds the files of a list; throws if a name is taken.
  mutating func add(_ names: [String], of list: String) throws(BuildFailure) {
    for name in names {
      guard let other = lists.updateValue(list, forKey: name.lowercased()) else { continue }
      let owners = other == list ? "'\(list)' twice" : "'\(other)' and '\(list)'"
      throw BuildFailure(
        name, "would be written for \(owners)", advice: "rename the lists or sources")
    }
  }
}
