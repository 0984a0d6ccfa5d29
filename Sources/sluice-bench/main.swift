import Foundation

do throws(BenchmarkError) {
  let settings = try Settings(CommandLine.arguments.dropFirst())
  print(try Benchmark(settings).run().table)
} catch {
  FileHandle.standardError.write(Data("sluice-bench: error: \(error.message)\n".utf8))
  exit(error.exitCode)
}
