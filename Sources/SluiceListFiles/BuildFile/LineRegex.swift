import SluiceRules
import SluiceSystem

/// A JavaScript regex that is searched in lines and ignores case, as `new RegExp(text, "i")` does.
struct LineRegex: Hashable, Sendable {
  private let instructions: [Instruction]
  private let registerCount: Int

  /// A step of the search. Steps in lookbehind go backward.
  private enum Instruction: Hashable {
    case unit(UInt16, isBackward: Bool)
    case set(UnitSet, isBackward: Bool)
    /// Continues with the next instruction, and if that fails with another one.
    case split(Int)
    case jump(Int)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    /// A condition up to the instruction with this index.
    case look(isNegated: Bool, end: Int)
    /// Notes the place where a repetition begins.
    case mark(Int)
    /// Fails if the repetition has matched the empty text.
    case progress(Int)
    case accept
  }

  init(parsing text: String) throws(FilterPattern.Problem) {
    try self.init(try LineRegexNode.parse(Array(text.utf8)))
  }

  /// Creates a regex for parts of a whole line with any text between them.
  init(wholeLineOf parts: [String]) throws(FilterPattern.Problem) {
    let texts = parts.map { part in
      LineRegexNode.sequence(part.utf16.map { .unit(UnitSet.canonical($0)) })
    }
    let between = LineRegexNode.repeated(.set(.inLine), minimum: 0, maximum: nil)
    try self.init(.sequence([.start] + texts.flatMap { [between, $0] }.dropFirst() + [.end]))
  }

  private init(_ node: LineRegexNode) throws(FilterPattern.Problem) {
    var writer = Writer()
    try writer.add(node, isBackward: false)
    (instructions, registerCount) = (writer.instructions + [.accept], writer.registerCount)
  }

  // MARK: Writing

  private struct Writer {
    var instructions: [Instruction] = []
    var registerCount = 0

    /// Larger regexes are counts of counts.
    private static let maximumCount = 20_000

    mutating func add(_ node: LineRegexNode, isBackward: Bool) throws(FilterPattern.Problem) {
      guard instructions.count < Self.maximumCount else { throw .tooLarge }
      switch node {
      case .unit(let unit): instructions.append(.unit(unit, isBackward: isBackward))
      case .set(let set): instructions.append(.set(set, isBackward: isBackward))
      case .start: instructions.append(.start)
      case .end: instructions.append(.end)
      case .wordBoundary(let isNegated): instructions.append(.wordBoundary(isNegated: isNegated))
      case .sequence(let nodes):
        for node in isBackward ? nodes.reversed() : nodes { try add(node, isBackward: isBackward) }
      case .alternatives(let nodes): try addAlternatives(nodes[...], isBackward: isBackward)
      case .repeated(let node, let minimum, let maximum):
        try addRepeated(node, minimum: minimum, maximum: maximum, isBackward: isBackward)
      case .look(let isBehind, let isNegated, let node):
        let look = instructions.count
        instructions.append(.accept)
        try add(node, isBackward: isBehind)
        instructions.append(.accept)
        instructions[look] = .look(isNegated: isNegated, end: instructions.count)
      }
    }

    private mutating func addAlternatives(
      _ nodes: ArraySlice<LineRegexNode>, isBackward: Bool
    ) throws(FilterPattern.Problem) {
      var jumps: [Int] = []
      for (index, node) in nodes.enumerated() {
        let split = instructions.count
        if index + 1 < nodes.count { instructions.append(.accept) }
        try add(node, isBackward: isBackward)
        guard index + 1 < nodes.count else { break }
        jumps.append(instructions.count)
        instructions.append(.accept)
        instructions[split] = .split(instructions.count)
      }
      for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func addRepeated(
      _ node: LineRegexNode, minimum: Int64, maximum: Int64?, isBackward: Bool
    ) throws(FilterPattern.Problem) {
      for _ in 0..<minimum {
        let start = instructions.count
        try add(node, isBackward: isBackward)
        if instructions.count == start { return }
      }
      guard let maximum else { return try addUnlimited(node, isBackward: isBackward) }
      var splits: [Int] = []
      for _ in minimum..<max(minimum, maximum) {
        splits.append(instructions.count)
        instructions.append(.accept)
        try add(node, isBackward: isBackward)
      }
      for split in splits { instructions[split] = .split(instructions.count) }
    }

    private mutating func addUnlimited(
      _ node: LineRegexNode, isBackward: Bool
    ) throws(FilterPattern.Problem) {
      let split = instructions.count
      instructions.append(.accept)
      let register = node.canBeEmpty ? registerCount : nil
      if let register {
        registerCount += 1
        instructions.append(.mark(register))
      }
      try add(node, isBackward: isBackward)
      if let register { instructions.append(.progress(register)) }
      instructions.append(.jump(split))
      instructions[split] = .split(instructions.count)
    }
  }

  // MARK: Searching

  /// The places where a search continues when it fails.
  private struct Branch {
    var instruction: Int
    var place: Int
    /// The register to restore instead.
    var register: Int?
  }

  private struct Search {
    let units: [UInt16]
    var registers: [Int]
    var steps = 0
    var patience: Int
  }

  /// Returns whether the regex matches a part of the line.
  ///
  /// Searches can take exponential time. Every 10,000 steps, a search takes one from `patience`; it fails when
  /// that is 0, or when a signal has arrived.
  func isFound(in line: String, patience: inout Int) -> Bool {
    let units = line.utf16.map { UnitSet.canonical($0) }
    var search = Search(
      units: units, registers: Array(repeating: 0, count: registerCount), patience: patience)
    defer { patience = search.patience }
    let last = instructions.first == .start ? 0 : units.count
    for start in 0...last {
      if case .unit(let unit, _) = instructions[0], start == units.count || units[start] != unit { continue }
      if matches(from: 0, at: start, &search) { return true }
      if search.patience <= 0 { return false }
    }
    return false
  }

  private func matches(from first: Int, at start: Int, _ search: inout Search) -> Bool {
    var branches: [Branch] = []
    var (index, place) = (first, start)
    while true {
      var isMatch = true
      let instruction = instructions[index]
      index += 1
      switch instruction {
      case .accept: return true
      case .unit(let unit, let isBackward):
        isMatch = consume(isBackward, at: &place, search: search) { $0 == unit }
      case .set(let set, let isBackward):
        isMatch = consume(isBackward, at: &place, search: search, accepts: set.contains)
      case .split(let other):
        branches.append(Branch(instruction: other, place: place))
        search.steps += 1
        if search.steps % 10_000 == 0 {
          search.patience -= 1
          if DeferredSignals.isPending { search.patience = 0 }
        }
      case .jump(let other): index = other
      case .start: isMatch = place == 0
      case .end: isMatch = place == search.units.count
      case .wordBoundary(let isNegated):
        let isWord = [place - 1, place].map { place in
          search.units.indices.contains(place) && UnitSet.word.contains(search.units[place])
        }
        isMatch = (isWord[0] != isWord[1]) != isNegated
      case .look(let isNegated, let end):
        isMatch = matches(from: index, at: place, &search) != isNegated
        index = end
      case .mark(let register):
        branches.append(Branch(instruction: 0, place: search.registers[register], register: register))
        search.registers[register] = place
      case .progress(let register): isMatch = search.registers[register] != place
      }
      if search.patience <= 0 { return false }
      if isMatch { continue }
      while let branch = branches.last, let register = branch.register {
        search.registers[register] = branch.place
        branches.removeLast()
      }
      guard let branch = branches.popLast() else { return false }
      (index, place) = (branch.instruction, branch.place)
    }
  }

  private func consume(
    _ isBackward: Bool, at place: inout Int, search: Search, accepts: (UInt16) -> Bool
  ) -> Bool {
    let next = isBackward ? place - 1 : place
    guard search.units.indices.contains(next), accepts(search.units[next]) else { return false }
    place += isBackward ? -1 : 1
    return true
  }
}
