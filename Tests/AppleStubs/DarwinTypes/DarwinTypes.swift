// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

// The types of Darwin. They are in a separate module because some share their names with functions (`stat`),
// which Swift allows only for imported C. Darwin exports them all.

public typealias mode_t = UInt16
public typealias nlink_t = UInt16
public typealias pid_t = Int32
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias off_t = Int64
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias time_t = Int
public typealias suseconds_t = Int32
public typealias nfds_t = UInt32
public typealias clockid_t = UInt32
public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8
public typealias in_port_t = UInt16
public typealias in_addr_t = UInt32
public typealias sig_t = @convention(c) (Int32) -> Void
public typealias sigset_t = UInt32
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer

public struct timespec {
  public var tv_sec: time_t
  public var tv_nsec: Int
  public init() { fatalError() }
  public init(tv_sec: time_t, tv_nsec: Int) { fatalError() }
}

public struct timeval {
  public var tv_sec: time_t
  public var tv_usec: suseconds_t
  public init() { fatalError() }
  public init(tv_sec: time_t, tv_usec: suseconds_t) { fatalError() }
}

public struct stat {
  public var st_dev: dev_t
  public var st_mode: mode_t
  public var st_nlink: nlink_t
  public var st_ino: ino_t
  public var st_uid: uid_t
  public var st_gid: gid_t
  public var st_mtimespec: timespec
  public var st_size: off_t
  public init() { fatalError() }
}

public struct __sigaction_u {
  public var __sa_handler: (@convention(c) (Int32) -> Void)!
  public init() { fatalError() }
}

public struct sigaction {
  public var __sigaction_u: __sigaction_u
  public var sa_mask: sigset_t
  public var sa_flags: Int32
  public init() { fatalError() }
}

public struct DIR {
  public init() { fatalError() }
}

public struct dirent {
  public var d_name: (CChar, CChar, CChar, CChar)
  public init() { fatalError() }
}

public struct pollfd {
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
  public init() { fatalError() }
  public init(fd: Int32, events: Int16, revents: Int16) { fatalError() }
}

public struct winsize {
  public var ws_row: UInt16
  public var ws_col: UInt16
  public init() { fatalError() }
  public init(ws_row: UInt16, ws_col: UInt16, ws_xpixel: UInt16, ws_ypixel: UInt16) { fatalError() }
}

public struct rusage {
  public var ru_utime: timeval
  public var ru_stime: timeval
  public var ru_maxrss: Int
  public init() { fatalError() }
}

public struct in_addr {
  public var s_addr: in_addr_t
  public init() { fatalError() }
}

public struct sockaddr {
  public var sa_len: UInt8
  public var sa_family: sa_family_t
  public init() { fatalError() }
}

public struct sockaddr_in {
  public var sin_len: UInt8
  public var sin_family: sa_family_t
  public var sin_port: in_port_t
  public var sin_addr: in_addr
  public init() { fatalError() }
}

public typealias rlim_t = UInt64

public struct rlimit {
  public var rlim_cur: rlim_t
  public var rlim_max: rlim_t
  public init() { fatalError() }
}

public struct in6_addr {
  public init() { fatalError() }
}

public struct sockaddr_in6 {
  public var sin6_family: sa_family_t
  public var sin6_port: in_port_t
  public var sin6_addr: in6_addr
  public init() { fatalError() }
}

public struct addrinfo {
  public var ai_flags: Int32
  public var ai_family: Int32
  public var ai_socktype: Int32
  public var ai_protocol: Int32
  public var ai_addrlen: socklen_t
  public var ai_canonname: UnsafeMutablePointer<CChar>!
  public var ai_addr: UnsafeMutablePointer<sockaddr>!
  public var ai_next: UnsafeMutablePointer<addrinfo>!
  public init() { fatalError() }
}

public struct sf_hdtr {
  public init() { fatalError() }
}
