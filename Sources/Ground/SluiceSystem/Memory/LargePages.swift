import SluiceC

/// Memory in large pages for memory-intensive work.
///
/// A conversion fills tens of megabytes once. The kernel provides them in pages of 4 KB, which takes a fifth
/// of the conversion's time. Large pages save up to a tenth of the total time (measured with EasyList).
package enum LargePages {
  /// The size of a large page, in bytes.
  private static let pageSize = 2 << 20
  /// The maximum size of a block. glibc always requests blocks of 32 MB and more from the kernel
  /// individually, regardless of its thresholds. A block needs up to two additional pages for its alignment.
  private static let largestBlock = 26 << 20

  /// Reserves about `size` bytes of large pages for the heap, up to 52 MB. They are allocated on the first
  /// write, so unused pages cost nothing. Without glibc or large pages, this has no effect.
  package static func reserve(_ size: Int) {
    #if canImport(Glibc)
      let size = min(size, 2 * largestBlock) / pageSize * pageSize
      guard size > 0 else { return }
      // After a block of this size is freed, glibc places smaller blocks in its heap (mallopt(3),
      // M_MMAP_THRESHOLD), and their pages stay allocated when they are freed. This applies to the blocks
      // below. With more than two of them, glibc would return the pages to the kernel (M_TRIM_THRESHOLD).
      let largest = min(size, largestBlock)
      // The compiler would remove a `malloc` whose block is freed immediately.
      var block: UnsafeMutableRawPointer?
      guard posix_memalign(&block, 64, largest + 2 * pageSize) == 0 else { return }
      free(block)
      var blocks: [UnsafeMutableRawPointer] = []
      for size in [largest, size - largest] where size > 0 {
        guard posix_memalign(&block, pageSize, size) == 0, let block else { continue }
        // Applies to exactly this block, which is neither read nor written.
        madvise(block, size, MADV_HUGEPAGE)
        blocks.append(block)
      }
      for block in blocks { free(block) }
    #endif
  }
}
