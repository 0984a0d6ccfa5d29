// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import DarwinTypes

// Declarations of Darwin's C headers.
// Errors.

public var EACCES: Int32 { fatalError() }
public var EAGAIN: Int32 { fatalError() }
public var EADDRNOTAVAIL: Int32 { fatalError() }
public var EBUSY: Int32 { fatalError() }
public var ECONNABORTED: Int32 { fatalError() }
public var EDQUOT: Int32 { fatalError() }
public var EEXIST: Int32 { fatalError() }
public var EFBIG: Int32 { fatalError() }
public var EINTR: Int32 { fatalError() }
public var EINVAL: Int32 { fatalError() }
public var EISDIR: Int32 { fatalError() }
public var ELOOP: Int32 { fatalError() }
public var EMFILE: Int32 { fatalError() }
public var ENAMETOOLONG: Int32 { fatalError() }
public var ENFILE: Int32 { fatalError() }
public var ENOBUFS: Int32 { fatalError() }
public var ENOENT: Int32 { fatalError() }
public var ENOMEM: Int32 { fatalError() }
public var ENOSPC: Int32 { fatalError() }
public var ENOTDIR: Int32 { fatalError() }
public var ENOTEMPTY: Int32 { fatalError() }
public var ENOTSUP: Int32 { fatalError() }
public var ENXIO: Int32 { fatalError() }
public var EPERM: Int32 { fatalError() }
public var EPIPE: Int32 { fatalError() }
public var EROFS: Int32 { fatalError() }
public var ESPIPE: Int32 { fatalError() }
public var ESRCH: Int32 { fatalError() }
public var ESTALE: Int32 { fatalError() }
public var EWOULDBLOCK: Int32 { fatalError() }
public var EXDEV: Int32 { fatalError() }

public func strerror(_ errnum: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }

// Files.

public var STDIN_FILENO: Int32 { fatalError() }
public var STDOUT_FILENO: Int32 { fatalError() }
public var STDERR_FILENO: Int32 { fatalError() }
public var O_RDONLY: Int32 { fatalError() }
public var O_WRONLY: Int32 { fatalError() }
public var O_RDWR: Int32 { fatalError() }
public var O_CREAT: Int32 { fatalError() }
public var O_EXCL: Int32 { fatalError() }
public var O_TRUNC: Int32 { fatalError() }
public var O_NONBLOCK: Int32 { fatalError() }
public var O_NOFOLLOW: Int32 { fatalError() }
public var O_DIRECTORY: Int32 { fatalError() }
public var O_CLOEXEC: Int32 { fatalError() }
public var F_DUPFD_CLOEXEC: Int32 { fatalError() }
public var F_GETFD: Int32 { fatalError() }
public var F_SETFD: Int32 { fatalError() }
public var F_GETFL: Int32 { fatalError() }
public var F_SETFL: Int32 { fatalError() }
public var FD_CLOEXEC: Int32 { fatalError() }
public var PATH_MAX: Int32 { fatalError() }
public var W_OK: Int32 { fatalError() }
public var X_OK: Int32 { fatalError() }
public var LOCK_EX: Int32 { fatalError() }
public var LOCK_NB: Int32 { fatalError() }
public var LOCK_UN: Int32 { fatalError() }
public var AT_FDCWD: Int32 { fatalError() }
public var AT_REMOVEDIR: Int32 { fatalError() }
public var AT_SYMLINK_NOFOLLOW: Int32 { fatalError() }
public var RENAME_SWAP: Int32 { fatalError() }

public func access(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> Int32 { fatalError() }
public func chmod(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }
public func close(_ fd: Int32) -> Int32 { fatalError() }
public func closedir(_ dir: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }
public func dup(_ fd: Int32) -> Int32 { fatalError() }
public func fchmod(_ fd: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func fchown(_ fd: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 { fatalError() }
public func flock(_ fd: Int32, _ operation: Int32) -> Int32 { fatalError() }
public func fstat(_ fd: Int32, _ buffer: UnsafeMutablePointer<stat>!) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func fstatat(
  _ fd: Int32, _ path: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<stat>!, _ flag: Int32
) -> Int32 { fatalError() }
public func fsync(_ fd: Int32) -> Int32 { fatalError() }
public func isatty(_ fd: Int32) -> Int32 { fatalError() }
public func link(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func linkat(
  _ fromFolder: Int32, _ from: UnsafePointer<CChar>!, _ toFolder: Int32, _ to: UnsafePointer<CChar>!,
  _ flag: Int32
) -> Int32 { fatalError() }
public func lstat(_ path: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<stat>!) -> Int32 {
  fatalError()
}
public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }
public func mkdtemp(_ template: UnsafeMutablePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }
public func pipe(_ ends: UnsafeMutablePointer<Int32>!) -> Int32 { fatalError() }
public func poll(_ requests: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ timeout: Int32) -> Int32 {
  fatalError()
}
public var POLLIN: Int32 { fatalError() }
public var POLLOUT: Int32 { fatalError() }
public func read(_ fd: Int32, _ buffer: UnsafeMutableRawPointer!, _ size: Int) -> Int { fatalError() }
public func readdir(_ dir: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { fatalError() }
public func readlink(_ path: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<CChar>!, _ size: Int)
  -> Int
{
  fatalError()
}
public func realpath(
  _ path: UnsafePointer<CChar>!, _ resolved: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func rename(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!) -> Int32 { fatalError() }
@available(macOS 10.12, iOS 10.0, *)
public func renamex_np(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!, _ flags: UInt32) -> Int32 {
  fatalError()
}
@available(macOS 10.12, iOS 10.0, *)
public func renameatx_np(
  _ fromFolder: Int32, _ from: UnsafePointer<CChar>!, _ toFolder: Int32, _ to: UnsafePointer<CChar>!,
  _ flags: UInt32
) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func renameat(
  _ fromFolder: Int32, _ from: UnsafePointer<CChar>!, _ toFolder: Int32, _ to: UnsafePointer<CChar>!
) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func mkdirat(_ folder: Int32, _ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func symlinkat(
  _ target: UnsafePointer<CChar>!, _ folder: Int32, _ path: UnsafePointer<CChar>!
) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func readlinkat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<CChar>!, _ size: Int
) -> Int { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func unlinkat(_ folder: Int32, _ path: UnsafePointer<CChar>!, _ flag: Int32) -> Int32 { fatalError() }
@available(macOS 10.10, iOS 8.0, *)
public func fdopendir(_ fd: Int32) -> UnsafeMutablePointer<DIR>! { fatalError() }
@available(macOS 10.13, iOS 11.0, *)
public func utimensat(
  _ folder: Int32, _ path: UnsafePointer<CChar>!, _ times: UnsafePointer<timespec>!, _ flag: Int32
) -> Int32 { fatalError() }
public func rmdir(_ path: UnsafePointer<CChar>!) -> Int32 { fatalError() }
public func stat(_ path: UnsafePointer<CChar>!, _ buffer: UnsafeMutablePointer<stat>!) -> Int32 {
  fatalError()
}
public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { fatalError() }
public func utimes(_ path: UnsafePointer<CChar>!, _ times: UnsafePointer<timeval>!) -> Int32 { fatalError() }
public func write(_ fd: Int32, _ buffer: UnsafeRawPointer!, _ size: Int) -> Int { fatalError() }

// dlfcn.h

public var RTLD_NOW: Int32 { fatalError() }
public var RTLD_NOLOAD: Int32 { fatalError() }
public func dlopen(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> UnsafeMutableRawPointer! { fatalError() }
public func dlsym(
  _ handle: UnsafeMutableRawPointer!, _ symbol: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! {
  fatalError()
}

// Memory and text.

public var PROT_READ: Int32 { fatalError() }
public var PROT_WRITE: Int32 { fatalError() }
public var MAP_PRIVATE: Int32 { fatalError() }
public var MAP_ANON: Int32 { fatalError() }
public func mmap(
  _ address: UnsafeMutableRawPointer!, _ size: Int, _ protection: Int32, _ flags: Int32, _ fd: Int32,
  _ offset: off_t
) -> UnsafeMutableRawPointer! { fatalError() }
public func munmap(_ address: UnsafeMutableRawPointer!, _ size: Int) -> Int32 { fatalError() }
public func free(_ block: UnsafeMutableRawPointer!) { fatalError() }
public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func setenv(_ name: UnsafePointer<CChar>!, _ value: UnsafePointer<CChar>!, _ replaces: Int32) -> Int32
{
  fatalError()
}
public func memchr(_ start: UnsafeRawPointer!, _ byte: Int32, _ size: Int) -> UnsafeMutableRawPointer! {
  fatalError()
}
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }

// Processes and signals.

public var SA_RESTART: Int32 { fatalError() }
public var SIG_BLOCK: Int32 { fatalError() }
public var SIG_SETMASK: Int32 { fatalError() }
public var SIG_UNBLOCK: Int32 { fatalError() }
public var SIGALRM: Int32 { fatalError() }
public var SIGHUP: Int32 { fatalError() }
public var SIGINT: Int32 { fatalError() }
public var SIGKILL: Int32 { fatalError() }
public var SIGPIPE: Int32 { fatalError() }
public var SIGQUIT: Int32 { fatalError() }
public var SIGSTOP: Int32 { fatalError() }
public var SIGABRT: Int32 { fatalError() }
public var SIGILL: Int32 { fatalError() }
public var SIGSEGV: Int32 { fatalError() }
public var SIGTERM: Int32 { fatalError() }
public var SIGTRAP: Int32 { fatalError() }
public var SIGTSTP: Int32 { fatalError() }
public var SIGXFSZ: Int32 { fatalError() }
public var WNOHANG: Int32 { fatalError() }

public func alarm(_ seconds: UInt32) -> UInt32 { fatalError() }
public func _exit(_ code: Int32) -> Never { fatalError() }
public func exit(_ code: Int32) -> Never { fatalError() }
public func getpagesize() -> Int32 { fatalError() }
public func getpgrp() -> pid_t { fatalError() }
public func getpid() -> pid_t { fatalError() }
public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { fatalError() }
public typealias pthread_t = OpaquePointer
public struct pthread_attr_t {
  public init() { fatalError() }
}
public var PTHREAD_CREATE_DETACHED: Int32 { fatalError() }
public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 { fatalError() }
public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 {
  fatalError()
}
public func pthread_attr_setdetachstate(
  _ attributes: UnsafeMutablePointer<pthread_attr_t>!, _ state: Int32
) -> Int32 { fatalError() }
public struct pthread_mutex_t {
  public init() { fatalError() }
}
public struct pthread_mutexattr_t {
  public init() { fatalError() }
}
public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { fatalError() }
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { fatalError() }
public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @escaping @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
public func time(_ time: UnsafeMutablePointer<Int>!) -> Int { fatalError() }
@available(macOS 10.4, iOS 2.0, *)
public func pthread_sigmask(
  _ how: Int32, _ set: UnsafePointer<sigset_t>!, _ old: UnsafeMutablePointer<sigset_t>!
) -> Int32 { fatalError() }
public func raise(_ signal: Int32) -> Int32 { fatalError() }
public func sigaction(
  _ signal: Int32, _ action: UnsafePointer<sigaction>!, _ old: UnsafeMutablePointer<sigaction>!
) -> Int32 { fatalError() }
public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ signal: Int32) -> Int32 { fatalError() }
public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { fatalError() }
public func sigfillset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { fatalError() }
public func signal(_ signal: Int32, _ handler: sig_t!) -> sig_t! { fatalError() }
public func tcgetpgrp(_ fd: Int32) -> pid_t { fatalError() }
public func waitpid(_ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32) -> pid_t {
  fatalError()
}
public func execv(
  _ path: UnsafePointer<CChar>!, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }
@available(macOS 10.5, iOS 2.0, *)
public func posix_spawn(
  _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
  _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
  _ variables: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }
@available(macOS 10.5, iOS 2.0, *)
public func posix_spawn_file_actions_init(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { fatalError() }
@available(macOS 10.5, iOS 2.0, *)
public func posix_spawn_file_actions_destroy(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { fatalError() }
@available(macOS 10.5, iOS 2.0, *)
public func posix_spawn_file_actions_adddup2(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ from: Int32, _ to: Int32
) -> Int32 { fatalError() }
@available(macOS 10.5, iOS 2.0, *)
public func posix_spawn_file_actions_addopen(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ fd: Int32, _ path: UnsafePointer<CChar>!,
  _ flags: Int32, _ mode: mode_t
) -> Int32 { fatalError() }

// Time and resource usage.

public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { fatalError() }
@available(macOS 10.12, iOS 10.0, *)
public func clock_gettime(
  _ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!
) -> Int32 { fatalError() }
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> Int32 {
  fatalError()
}

// Sockets.

public var AF_INET: Int32 { fatalError() }
public var SOCK_STREAM: Int32 { fatalError() }
public var SOL_SOCKET: Int32 { fatalError() }
public var SEEK_SET: Int32 { fatalError() }
public func lseek(_ file: Int32, _ offset: off_t, _ whence: Int32) -> off_t { fatalError() }
public var MSG_PEEK: Int32 { fatalError() }
public var SHUT_WR: Int32 { fatalError() }
@discardableResult public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 { fatalError() }
public var SO_REUSEADDR: Int32 { fatalError() }
public var SO_RCVTIMEO: Int32 { fatalError() }
public var SO_SNDTIMEO: Int32 { fatalError() }
public func accept(
  _ socket: Int32, _ name: UnsafeMutablePointer<sockaddr>!, _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { fatalError() }
public func bind(_ socket: Int32, _ name: UnsafePointer<sockaddr>!, _ size: socklen_t) -> Int32 {
  fatalError()
}
public func getsockname(
  _ socket: Int32, _ name: UnsafeMutablePointer<sockaddr>!, _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { fatalError() }
public func inet_pton(_ family: Int32, _ text: UnsafePointer<CChar>!, _ address: UnsafeMutableRawPointer!)
  -> Int32
{
  fatalError()
}
public func listen(_ socket: Int32, _ backlog: Int32) -> Int32 { fatalError() }
public func setsockopt(
  _ socket: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeRawPointer!, _ size: socklen_t
) -> Int32 { fatalError() }
public func socket(_ family: Int32, _ kind: Int32, _ protocolNumber: Int32) -> Int32 { fatalError() }

// Host names and addresses.

public var AF_INET6: Int32 { fatalError() }
public var INET6_ADDRSTRLEN: Int32 { fatalError() }
public func getaddrinfo(
  _ host: UnsafePointer<CChar>!, _ service: UnsafePointer<CChar>!, _ hints: UnsafePointer<addrinfo>!,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<addrinfo>?>!
) -> Int32 { fatalError() }
public func freeaddrinfo(_ list: UnsafeMutablePointer<addrinfo>!) { fatalError() }
public func inet_ntop(
  _ family: Int32, _ address: UnsafeRawPointer!, _ text: UnsafeMutablePointer<CChar>!, _ size: socklen_t
) -> UnsafePointer<CChar>! { fatalError() }
public func geteuid() -> uid_t { fatalError() }

public var RLIMIT_AS: Int32 { fatalError() }
public var RLIMIT_NOFILE: Int32 { fatalError() }
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>!) -> Int32 { fatalError() }
public func recv(_ socket: Int32, _ buffer: UnsafeMutableRawPointer!, _ size: Int, _ flags: Int32) -> Int {
  fatalError()
}
public func sendfile(
  _ file: Int32, _ socket: Int32, _ offset: off_t, _ size: UnsafeMutablePointer<off_t>!,
  _ headers: UnsafeMutablePointer<sf_hdtr>!, _ flags: Int32
) -> Int32 { fatalError() }
