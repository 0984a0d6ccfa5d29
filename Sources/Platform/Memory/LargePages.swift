import CLibrary

/// Memory in large pages for work that needs much of it.
///
/// A conversion fills tens of megabytes once, and a fifth of its time went into the kernel's handing them out
/// four kilobytes at a time (EasyList, measured; with large pages up to a tenth of all time is saved).
package enum LargePages {
  /// The size of a large page, in bytes.
  private static let pageSize = 2 << 20
  /// glibc takes blocks of 32 MB and more from the kernel one by one, whatever its thresholds say. A block needs
  /// up to two pages more for its alignment.
  private static let largestBlock = 26 << 20

  /// Lets the heap begin with about `size` bytes of large pages, up to 52 MB. They are taken when they are first
  /// written to, so that what is not needed costs nothing. Without glibc, or where the system has no large
  /// pages, it does nothing.
  package static func reserve(_ size: Int) {
    #if canImport(Glibc)
      let size = min(size, 2 * largestBlock) / pageSize * pageSize
      guard size > 0 else { return }
      // A freed block of this size tells glibc to keep smaller ones in its heap (mallopt(3), M_MMAP_THRESHOLD),
      // where the next then are: their pages stay when they are freed. More than two of them would be given
      // back (M_TRIM_THRESHOLD).
      let largest = min(size, largestBlock)
      // (The compiler would leave out a malloc that is freed at once.)
      var block: UnsafeMutableRawPointer?
      guard posix_memalign(&block, 64, largest + 2 * pageSize) == 0 else { return }
      free(block)
      var blocks: [UnsafeMutableRawPointer] = []
      for size in [largest, size - largest] where size > 0 {
        guard posix_memalign(&block, pageSize, size) == 0, let block else { continue }
        // All of the block, and nothing else; it is not read or written.
        madvise(block, size, MADV_HUGEPAGE)
        blocks.append(block)
      }
      for block in blocks { free(block) }
    #endif
  }
}
