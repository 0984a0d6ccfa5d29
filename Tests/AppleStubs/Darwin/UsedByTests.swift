// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Declarations of Darwin's C headers that only the tests use.

import DarwinTypes

public var SIGCONT: Int32 { fatalError() }
public func getppid() -> Int32 { fatalError() }
public func getuid() -> UInt32 { fatalError() }
public var O_APPEND: Int32 { fatalError() }
public var O_NOCTTY: Int32 { fatalError() }
public var SHUT_RDWR: Int32 { fatalError() }
public var SO_LINGER: Int32 { fatalError() }
public var SO_RCVBUF: Int32 { fatalError() }
public var TIOCSWINSZ: UInt { fatalError() }
public struct linger {
  public var l_onoff: Int32
  public var l_linger: Int32
  public init(l_onoff: Int32, l_linger: Int32) { fatalError() }
}
public func send(_ socket: Int32, _ bytes: UnsafeRawPointer!, _ size: Int, _ flags: Int32) -> Int {
  fatalError()
}
public func connect(_ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ size: socklen_t) -> Int32 {
  fatalError()
}
public func grantpt(_ terminal: Int32) -> Int32 { fatalError() }
public func unlockpt(_ terminal: Int32) -> Int32 { fatalError() }
public func ptsname(_ terminal: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func pow(_ base: Double, _ exponent: Double) -> Double { fatalError() }
public func log2(_ value: Double) -> Double { fatalError() }
public func mkfifo(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { fatalError() }
public func symlink(_ target: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>) -> Int32 { fatalError() }
public func truncate(_ path: UnsafePointer<CChar>, _ length: Int64) -> Int32 { fatalError() }
@discardableResult public func usleep(_ microseconds: UInt32) -> Int32 { fatalError() }
