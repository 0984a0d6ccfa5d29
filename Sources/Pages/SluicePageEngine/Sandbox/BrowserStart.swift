import SluiceSystem

/// The command that starts a browser process in a sandbox: bubblewrap on Linux. On macOS, WebKit loads pages
/// in sandboxed processes of its own.
struct BrowserStart {
  let program: String
  let arguments: [String]
  let variables: [String]

  /// - Throws: A ``BrowserProblem`` if the machine lacks a requirement.
  static func check(hasNetwork: Bool) throws(BrowserProblem) {
    #if os(Linux)
      if wrapper == nil {
        throw .unavailable("bwrap (bubblewrap), for the sandbox of the page, is not installed")
      }
    #elseif os(macOS)
      if !hasNetwork { throw .cannotReplay }
    #else
      throw .unavailable("this system has no WebKit for programs without windows")
    #endif
  }

  /// - Parameters:
  ///   - words: The arguments of the program.
  ///   - folder: The folder with write access.
  ///   - files: The files with read access.
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
  /// The error for saved pages on macOS.
  static var cannotReplay: BrowserProblem {
    .unavailable(
      "WebKit on macOS takes what was saved from no proxy of this program, whose certificate it would have to trust; a URL can be loaded with --network"
    )
  }
}
