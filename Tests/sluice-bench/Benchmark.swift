import Foundation
import SluiceConversion
import SluiceRules
import SluiceSystem

/// A benchmark that converts the same lists several times and measures each stage separately.
struct Benchmark {
  private let settings: Settings

  init(_ settings: Settings) { self.settings = settings }

  func run() throws(BenchmarkError) -> Measurements {
    var sources: [Source] = []
    for path in settings.paths {
      guard let data = FileManager.default.contents(atPath: path) else { throw .cannotRead(path) }
      sources.append(Source(name: path, bytes: [UInt8](data)))
    }
    var measurements = Measurements(inputBytes: sources.reduce(0) { $0 + $1.bytes.count })
    // The first run is not counted, because the process grows to its final size in it.
    for number in 0...settings.runs {
      let run = try measure(sources, &measurements)
      if number > 0 { measurements.runs.append(run) }
    }
    return measurements
  }

  private func measure(
    _ sources: [Source], _ measurements: inout Measurements
  ) throws(BenchmarkError) -> Measurements.Run {
    let converter = Converter(options: settings.options)
    let start = Instant.now
    let parsed = converter.parse(sources)
    let afterParse = Instant.now
    let result: ConversionResult
    do throws(ConversionError) {
      result = try converter.convert(parsed)
    } catch {
      throw .conversion(error)
    }
    let afterConvert = Instant.now
    var outputBytes = 0
    for list in result.lists { outputBytes += list.rules.encodedJSON().count }
    let end = Instant.now

    measurements.filters = result.report.filters
    measurements.rules = result.lists.reduce(0) { $0 + $1.rules.rules.count }
    measurements.outputBytes = outputBytes
    return Measurements.Run(
      parse: afterParse - start, convert: afterConvert - afterParse, encode: end - afterConvert)
  }
}

/// A point in wall-clock time and in the CPU time of all threads of the process.
private struct Instant {
  let wall: ContinuousClock.Instant
  let processor: Double

  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Instant(wall: .now, processor: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }

  static func - (end: Instant, start: Instant) -> Measurements.Cost {
    Measurements.Cost(
      wall: start.wall.duration(to: end.wall) / .seconds(1), processor: end.processor - start.processor)
  }
}

/// The costs of all runs, with a table.
struct Measurements {
  /// The cost in seconds.
  struct Cost {
    var wall: Double
    var processor: Double
  }

  /// The costs of one conversion.
  struct Run {
    var parse: Cost
    var convert: Cost
    var encode: Cost

    var total: Cost {
      Cost(
        wall: parse.wall + convert.wall + encode.wall,
        processor: parse.processor + convert.processor + encode.processor)
    }
  }

  let inputBytes: Int
  var outputBytes = 0
  var filters = 0
  var rules = 0
  var runs: [Run] = []

  init(inputBytes: Int) { self.inputBytes = inputBytes }

  /// A table of medians by stage. Rates are per wall-clock second: the input's bytes and filters for parsing
  /// and converting, the output's bytes and rules for encoding.
  var table: String {
    var lines = [
      String(
        format: "%.2f MB, %d filters -> %d rules, %.2f MB; median of %d runs, peak memory %.1f MiB",
        Double(inputBytes) / 1e6, filters, rules, Double(outputBytes) / 1e6, runs.count,
        Double(CurrentProcess.peakMemory) / 1_048_576),
      "stage      wall ms    CPU ms      MB/s       rules/s",
    ]
    lines.append(row("parse", \.parse, bytes: inputBytes, rules: filters))
    lines.append(row("convert", \.convert, bytes: inputBytes, rules: filters))
    lines.append(row("encode", \.encode, bytes: outputBytes, rules: rules))
    lines.append(row("total", \.total, bytes: inputBytes, rules: filters))
    return lines.joined(separator: "\n")
  }

  private func row(_ stage: String, _ cost: KeyPath<Run, Cost>, bytes: Int, rules: Int) -> String {
    let wall = median(runs.map { $0[keyPath: cost].wall })
    let processor = median(runs.map { $0[keyPath: cost].processor })
    let perSecond = wall > 0 ? 1 / wall : 0
    return stage.padding(toLength: 8, withPad: " ", startingAt: 0)
      + String(
        format: "%10.2f%10.2f%10.1f%14.0f", wall * 1000, processor * 1000,
        Double(bytes) / 1e6 * perSecond, Double(rules) * perSecond)
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// `sluice-bench pages`: measures the cost of rule lists for pages in WebKitGTK, with a script of the
/// project.
struct PageBenchmark {
  /// The name of the subcommand.
  static let name = "pages"
  /// The path of the script in the project.
  static let script = "Tests/sluice-bench/Pages/pages"

  /// The arguments of the subcommand. The script parses them and reports errors.
  let words: ArraySlice<String>

  /// Replaces this process with the script, so that the output, exit status and signals are those of this
  /// program.
  func run() throws(BenchmarkError) -> Never {
    let script = try path()
    do throws(SystemError) {
      try CurrentProcess.become(script, arguments: [script] + words)
    } catch {
      throw .cannotStart(script: script, error)
    }
  }

  /// Returns the script in the nearest parent folder of this program's file, because SwiftPM builds below the
  /// project's folder.
  private func path() throws(BenchmarkError) -> String {
    guard let program = try? CurrentProcess.executable() else {
      throw .noPageScript(program: CommandLine.arguments[0])
    }
    let file = URL(filePath: program).resolvingSymlinksInPath().path
    var folder = file
    repeat {
      folder = Pathname.folder(of: folder)
      let script = folder == "/" ? "/\(Self.script)" : "\(folder)/\(Self.script)"
      if (try? FileStatus.of(script)) != nil { return script }
    } while folder != "/" && folder != "."
    throw .noPageScript(program: file)
  }
}

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
