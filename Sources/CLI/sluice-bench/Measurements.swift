import Foundation
import SluiceSystem

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
