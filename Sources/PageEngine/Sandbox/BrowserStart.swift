import Platform

/// How the process of a browser is started, and what it is shut in by: on Linux bubblewrap; on macOS WebKit, which loads pages in processes
/// of its own that the system shuts in.
struct BrowserStart {
  let program: String
  let arguments: [String]
  let variables: [String]

  /// - Throws: When the machine lacks what is needed.
  static func check(hasNetwork: Bool) throws(BrowserProblem) {
    #if os(Linux)
      if wrapper == nil { throw .unavailable("there is no bwrap (bubblewrap) to shut the page in") }
    #elseif os(macOS)
      if !hasNetwork { throw .cannotReplay }
    #else
      throw .unavailable("this system has no WebKit for programs without windows")
    #endif
  }

  /// - Parameters:
  ///   - words: the program's own arguments.
  ///   - folder: what it may write to.
  ///   - files: what it needs to read.
  init(
    _ program: String, _ words: [String], folder: String, files: [String], hasNetwork: Bool
  ) {
    #if os(Linux)
      let sandbox = Sandbox(folder: folder, readable: files, hasNetwork: hasNetwork)
      self.program = Self.wrapper ?? ""
      arguments = sandbox.words(program, words)
      variables = sandbox.variables
    #else
      self.program = program
      arguments = [program] + words
      variables = CurrentProcess.variables.filter { !$0.hasPrefix("TMPDIR=") } + ["TMPDIR=\(folder)"]
    #endif
  }

  #if os(Linux)
    private static var wrapper: String? { CurrentProcess.program("bwrap") }
  #endif
}

extension BrowserProblem {
  /// A page that was saved, on macOS.
  static var cannotReplay: BrowserProblem {
    .unavailable(
      "WebKit on macOS takes what was saved from no proxy of this program, whose certificate it would have to trust; a URL can be loaded with --network"
    )
  }
}
