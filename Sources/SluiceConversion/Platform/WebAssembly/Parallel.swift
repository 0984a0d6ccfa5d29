/// WebAssembly has one thread.
enum Parallel {
  static let cores = 1

  static func map<Input, Output>(
    _ inputs: [Input], threads: Int, transform: (Input) -> Output
  ) -> [Output] { inputs.map(transform) }
}
