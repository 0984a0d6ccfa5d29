import Foundation
import Testing
import TestSupport

@testable import SluiceSystem

/// File metadata can have any value that somebody sets.
@Suite struct FileStatusTests {
  /// Nanoseconds since 1970 exceed 64 bits from 2262 on, and before 1677.
  @Test(arguments: [0, -1, 9_223_372_036, 9_223_372_037, -9_223_372_038, 13_569_465_600, 1 << 40, -(1 << 40)])
  func extremeFileTimesAreRead(seconds: Int) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("x", to: "file")
    let time = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
    try #require(utimensat(AT_FDCWD, folder.path("file"), [time, time], 0) == 0)
    let modified = try FileStatus.of(folder.path("file")).modified
    // File systems store what they can represent.
    #expect(modified.seconds == seconds || modified.seconds.signum() == seconds.signum())
    #expect(modified > FileTime(seconds: .min) && modified < FileTime(seconds: .max))
  }

  @Test func fileTimesAreOrdered() {
    #expect(FileTime(seconds: 1, nanoseconds: 5) < FileTime(seconds: 2))
    #expect(FileTime(seconds: .min) < FileTime(seconds: .max))
  }

  /// The total size of sparse files can overflow an integer.
  @Test func byteCountOfSparseFilesDoesNotOverflow() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["a", "b", "c"] {
      try folder.write("", to: name)
      truncate(folder.path(name), off_t.max)
    }
    #expect(Pathname.byteCount(of: folder.path) >= 0)
  }
}
