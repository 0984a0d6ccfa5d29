import Foundation

do throws(BenchmarkError) {
  let words = CommandLine.arguments.dropFirst()
  if words.first == PageBenchmark.name { try PageBenchmark(words: words.dropFirst()).run() }
  print(try Benchmark(Settings(words)).run().table)
} catch {
  FileHandle.standardError.write(Data("sluice-bench: error: \(error.message)\n".utf8))
  exit(error.exitCode)
}
