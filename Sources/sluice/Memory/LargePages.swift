#if canImport(Glibc)
  import Glibc
#endif

/// Memory in large pages for work that needs much of it.
///
/// A conversion fills tens of megabytes once, and a fifth of its time went into the kernel's handing them out
/// four kilobytes at a time (EasyList, measured; with large pages a tenth of all time is saved).
enum LargePages {
  /// The size of a large page, in bytes.
  private static let pageSize = 2 << 20
  /// glibc takes blocks from here on from the kernel one by one, whatever its thresholds say.
  private static let largestBlock = 30 << 20

  /// Lets the heap begin with about `size` bytes of large pages. They are taken when they are first written
  /// to, so that what is not needed costs nothing. Without glibc, or where the system has no large pages, it
  /// does nothing.
  static func reserve(_ size: Int) {
    #if canImport(Glibc)
      let size = min(size / pageSize * pageSize, largestBlock)
      guard size > 0 else { return }
      var block: UnsafeMutableRawPointer?
      // A freed block of this size tells glibc to keep such blocks in its heap (mallopt(3),
      // M_MMAP_THRESHOLD), where the second then is: its pages stay when it is freed.
      guard posix_memalign(&block, pageSize, size + pageSize / 2) == 0 else { return }
      free(block)
      guard posix_memalign(&block, pageSize, size) == 0 else { return }
      madvise(block, size, MADV_HUGEPAGE)
      free(block)
    #endif
  }
}
