/// Ascending filter numbers, as a source map stores them.
///
/// A run of three or more consecutive numbers is stored as its first number and its last number negated. Runs
/// stay compressed in memory, so a small file cannot allocate a lot of memory.
struct FilterNumbers: Hashable, Sendable {
  /// The numbers and the negated ends of runs.
  let runs: [Int]

  /// Compresses numbers in strictly ascending order.
  init(rising numbers: [Int]) {
    var runs: [Int] = []
    var index = 0
    while index < numbers.count {
      var last = index
      while last + 1 < numbers.count, numbers[last + 1] == numbers[last] + 1 { last += 1 }
      runs.append(numbers[index])
      if last > index + 1 {
        runs.append(-numbers[last])
        index = last
      }
      index += 1
    }
    self.runs = runs
  }

  /// Checks numbers in stored form. Returns `nil` if they do not ascend or if one is not below `limit`.
  init?(runs: ArraySlice<Int>, limit: Int) {
    var before = -1
    for run in runs {
      guard run > -limit, run < limit, run >= 0 || before >= 0, abs(run) > before else { return nil }
      before = abs(run)
    }
    self.runs = Array(runs)
  }

  var count: Int {
    var count = 0
    for (index, run) in runs.enumerated() { count += run < 0 && index > 0 ? -run - abs(runs[index - 1]) : 1 }
    return count
  }

  func expanded(limit: Int) -> [Int] {
    var numbers: [Int] = []
    for run in runs where numbers.count < limit {
      if run < 0, let last = numbers.last {
        numbers += (last + 1)...(last + min(-run - last, limit - numbers.count))
      } else {
        numbers.append(run)
      }
    }
    return numbers
  }
}
