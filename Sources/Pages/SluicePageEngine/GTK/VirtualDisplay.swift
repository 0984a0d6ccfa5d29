#if os(Linux)
  import Foundation
  import SluiceSystem

  /// A virtual display that ends with this process.
  struct VirtualDisplay {
    private let process: ChildProcess

    /// The maximum time to start the display.
    private static let patience = Duration.seconds(60)

    /// Starts Xvfb and selects it for the libraries that this process loads.
    init() throws(BrowserProblem) {
      guard let program = CurrentProcess.program("Xvfb") else {
        throw .unavailable("Xvfb, for a virtual display, is not installed")
      }
      do throws(SystemError) {
        let (reading, writing) = try FileDescriptor.pipe()
        defer { try? reading.close() }
        let size = "\(Picture.viewSize.width)x\(Picture.viewSize.height)x24"
        process = try ChildProcess(
          program, arguments: ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"],
          streams: [.input("/dev/null"), .descriptor(writing), .output("/dev/null")])
        try? writing.close()
        let end = ContinuousClock.now + Self.patience
        var number: [UInt8] = []
        while !number.contains(0x0A) {
          let isThere = FileDescriptor.wait(for: [(reading, .readable)], milliseconds: 1000)[0]
          let bytes = isThere ? try reading.readSome(atMost: 64) : []
          guard !isThere || !bytes.isEmpty, ContinuousClock.now < end else {
            throw SystemError.notFound
          }
          number += bytes
        }
        setenv("DISPLAY", ":" + String(decoding: number.dropLast(), as: UTF8.self), 1)
      } catch {
        throw .unavailable("Xvfb does not start")
      }
    }
  }
#endif
