import Foundation
import SluiceConversion

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
