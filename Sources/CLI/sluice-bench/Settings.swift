import Foundation
import SluiceConversion
import SluiceRules
import SluiceSystem

/// The settings of the benchmark: `sluice-bench [--runs N] [--threads N] [--target TARGET] FILE...`
struct Settings {
  var runs = 10
  var options = ConversionOptions()
  var paths: [String] = []

  init(_ words: ArraySlice<String>) throws(BenchmarkError) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--runs": runs = try Self.count(after: word, &words)
      case "--threads": options.threads = try Self.count(after: word, &words)
      case "--target":
        guard let target = words.popFirst().flatMap(Target.init) else {
          let names = Target.names.joined(separator: ", ")
          throw .usage("--target takes one of \(names)")
        }
        options.target = target
      case _ where word.hasPrefix("-"): throw .usage("unknown option '\(word)'")
      default: paths.append(word)
      }
    }
    guard !paths.isEmpty else { throw .usage("no FILE given") }
  }

  private static func count(after flag: String, _ words: inout ArraySlice<String>) throws(BenchmarkError)
    -> Int
  {
    guard let number = words.popFirst().flatMap({ Int($0) }), number > 0 else {
      throw .usage("\(flag) takes a number above 0")
    }
    return number
  }
}

/// The reason why nothing was measured.
enum BenchmarkError: Error {
  case usage(String)
  case cannotRead(String)
  case conversion(ConversionError)
  case noPageScript(program: String)
  case cannotStart(script: String, SystemError)

  var message: String {
    switch self {
    case .usage(let problem):
      """
      \(problem)
      Usage: sluice-bench [--runs N] [--threads N] [--target TARGET] FILE...
             sluice-bench pages [--runs N] [--pages KIND,...] [--json] LIST...
      """
    case .cannotRead(let path): "cannot read '\(path)'"
    case .conversion(let error): "\(error)"
    case .noPageScript(let program):
      """
      no folder above '\(program)' has '\(PageBenchmark.script)', which measures pages: it is in the project's folder, \
      where 'swift run -c release sluice-bench' finds it
      """
    case .cannotStart(let script, let error):
      "cannot start '\(script)', which needs /usr/bin/python3: \(error)"
    }
  }

  var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .noPageScript, .cannotStart: 69
    case .cannotRead, .conversion: 2
    }
  }
}
