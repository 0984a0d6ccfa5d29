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

  /// Lets the heap begin with about `size` bytes of large pages, up to 60 MB. They are taken when they are first
  /// written to, so that what is not needed costs nothing. Without glibc, or where the system has no large
  /// pages, it does nothing.
  static func reserve(_ size: Int) {
    #if canImport(Glibc)
      let size = min(size, 2 * largestBlock) / pageSize * pageSize
      guard size > 0 else { return }
      // A freed block of this size tells glibc to keep such blocks in its heap (mallopt(3),
      // M_MMAP_THRESHOLD), where the next then are: their pages stay when they are freed. More than two of them
      // would be given back (M_TRIM_THRESHOLD).
      let largest = min(size, largestBlock)
      guard let first = block(largest + pageSize / 2) else { return }
      free(first)
      var blocks: [UnsafeMutableRawPointer] = []
      for size in [largest, size - largest] where size > 0 {
        guard let block = block(size) else { continue }
        madvise(block, size, MADV_HUGEPAGE)
        blocks.append(block)
      }
      for block in blocks { free(block) }
    #endif
  }

  #if canImport(Glibc)
    private static func block(_ size: Int) -> UnsafeMutableRawPointer? {
      var block: UnsafeMutableRawPointer?
      return posix_memalign(&block, pageSize, size) == 0 ? block : nil
    }
  #endif
}
