/// Rising numbers of filters, as they stand in a source map: of three or more that follow each other only the
/// first and the last are kept, the last as a negative number. So a small file cannot ask for much memory.
struct FilterNumbers: Hashable, Sendable {
  /// The numbers and ends of runs.
  let runs: [Int]

  /// Takes numbers of which each is larger than the one before.
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

  /// Takes what stands in a map; nil when it is not rising, or a number is not below `limit`.
  init?(runs: ArraySlice<Int>, limit: Int) {
    var before = -1
    for run in runs {
      guard run > -limit, run < limit, run >= 0 || before >= 0, abs(run) > before else { return nil }
      before = abs(run)
    }
    self.runs = Array(runs)
  }

  /// How many numbers there are.
  var count: Int {
    var count = 0
    for (index, run) in runs.enumerated() { count += run < 0 && index > 0 ? -run - abs(runs[index - 1]) : 1 }
    return count
  }

  /// The first numbers, at most so many.
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
