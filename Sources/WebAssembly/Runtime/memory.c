// The heap. Blocks know their size and the block before them, so that free neighbors join at once. Free blocks are in
// bins by size, with a bitmap of bins that are not empty: both directions take constant time.

#include "runtime.h"

// The payload of a block begins at `next`, at a multiple of 16, and ends 4 bytes into the block behind it.
struct block {
  // The size of the block before this one if that is free, otherwise part of its payload.
  u32 size_before;
  // The size, which is a multiple of 16, with the flags below.
  u32 size_and_flags;
  // Only in free blocks.
  struct block *next, *previous;
};

enum { FREE = 1, FREE_BEFORE = 2, FLAGS = 15, ALIGNMENT = 16, PAGE = 65536 };
// Sizes up to 1024 have a bin each. Above, each doubling has 8 bins.
enum { SMALL = 1024, SMALL_BINS = SMALL / ALIGNMENT, SPLITS = 8, BINS = SMALL_BINS + 22 * SPLITS, WORDS = (BINS + 31) / 32 };

static struct block *bins[BINS];
static u32 filled[WORDS];
// The end of the heap: a block without payload that is never free.
static struct block *end;
static u32 used;

static u32 size_of(const struct block *block) { return block->size_and_flags & ~(u32)FLAGS; }
static struct block *behind(struct block *block, u32 size) { return (struct block *)((char *)block + size); }
static void *payload_of(struct block *block) { return (char *)block + 8; }
static struct block *block_of(void *payload) { return (struct block *)((char *)payload - 8); }

// Returns the bin for a free block of this size. All its blocks have at least the size that begins the bin.
static u32 bin_of(u32 size) {
  if (size <= SMALL) return size / ALIGNMENT - 1;
  u32 log = 31 - __builtin_clz(size);
  return SMALL_BINS + (log - 10) * SPLITS + ((size >> (log - 3)) & (SPLITS - 1));
}

static void insert(struct block *block, u32 size) {
  block->size_and_flags = size | FREE | (block->size_and_flags & FREE_BEFORE);
  struct block *next = behind(block, size);
  next->size_before = size;
  next->size_and_flags |= FREE_BEFORE;
  u32 bin = bin_of(size);
  block->previous = 0;
  block->next = bins[bin];
  if (bins[bin]) bins[bin]->previous = block;
  bins[bin] = block;
  filled[bin / 32] |= 1u << bin % 32;
}

static void take(struct block *block) {
  u32 bin = bin_of(size_of(block));
  if (block->next) block->next->previous = block->previous;
  if (block->previous) {
    block->previous->next = block->next;
  } else {
    bins[bin] = block->next;
    if (!block->next) filled[bin / 32] &= ~(1u << bin % 32);
  }
  behind(block, size_of(block))->size_and_flags &= ~(u32)FREE_BEFORE;
  block->size_and_flags &= ~(u32)FREE;
}

// Adds memory to the end of the heap. Returns whether there was enough.
static int grow(u32 size) {
  u32 pages = __builtin_wasm_memory_size(0);
  u32 wanted = (size + 2 * PAGE - 1) / PAGE;
  // Growing by an eighth keeps the number of calls small.
  u32 more = wanted > pages / 8 ? wanted : pages / 8;
  u32 start = __builtin_wasm_memory_grow(0, more);
  if (start == (u32)-1) {
    more = wanted;
    start = __builtin_wasm_memory_grow(0, more);
    if (start == (u32)-1) return 0;
  }
  char *first = (char *)(start * PAGE);
  char *last = (char *)((start + more) * PAGE - 8);
  struct block *block;
  if (end && (char *)end + 8 == first) {
    block = end;
  } else {
    block = (struct block *)(first + 8);
    block->size_and_flags = 0;
  }
  u32 length = (u32)(last - (char *)block);
  end = behind(block, length);
  end->size_and_flags = 0;
  block->size_and_flags = length | (block->size_and_flags & FREE_BEFORE);
  used += length;
  free(payload_of(block));
  return 1;
}

static struct block *find(u32 size) {
  u32 bin = bin_of(size);
  // Blocks in the bin of a large size can be smaller.
  if (size > SMALL) {
    // Looking at all of them would take time in proportion to their number.
    int looks = 8;
    for (struct block *block = bins[bin]; block && looks > 0; block = block->next, looks -= 1) {
      if (size_of(block) >= size) return block;
    }
    bin += 1;
  }
  for (u32 word = bin / 32; word < WORDS; word += 1) {
    u32 bits = filled[word];
    if (word == bin / 32) bits &= ~0u << bin % 32;
    if (bits) return bins[word * 32 + __builtin_ctz(bits)];
  }
  return 0;
}

// Cuts what is not needed off a block that is not free.
static void trim(struct block *block, u32 size) {
  u32 rest = size_of(block) - size;
  if (rest == 0) return;
  block->size_and_flags = size | (block->size_and_flags & FREE_BEFORE);
  struct block *other = behind(block, size);
  other->size_and_flags = rest;
  free(payload_of(other));
}

// A block of 16 bytes has a payload of 12.
static u32 size_for(u32 count) { return (count + 4 + ALIGNMENT - 1) & ~(u32)(ALIGNMENT - 1); }

void *malloc(u32 count) {
  if (count > 0x7fffff00) return 0;
  u32 size = size_for(count);
  struct block *block = find(size);
  if (!block) {
    if (!grow(size)) return 0;
    block = find(size);
    if (!block) return 0;
  }
  take(block);
  used += size_of(block);
  trim(block, size);
  return payload_of(block);
}

void free(void *payload) {
  if (!payload) return;
  struct block *block = block_of(payload);
  u32 size = size_of(block);
  used -= size;
  struct block *next = behind(block, size);
  if (next->size_and_flags & FREE) {
    size += size_of(next);
    take(next);
  }
  if (block->size_and_flags & FREE_BEFORE) {
    struct block *before = (struct block *)((char *)block - block->size_before);
    size += block->size_before;
    take(before);
    block = before;
  }
  insert(block, size);
}

int posix_memalign(void **result, u32 alignment, u32 count) {
  if (alignment <= ALIGNMENT) {
    *result = malloc(count);
    return *result ? 0 : 12;
  }
  if (count > 0x7fffff00 - alignment) return 12;
  char *payload = malloc(count + alignment);
  if (!payload) return 12;
  char *aligned = (char *)(((u32)payload + alignment - 1) & ~(alignment - 1));
  if (aligned != payload) {
    struct block *block = block_of(payload), *other = block_of(aligned);
    u32 before = (u32)(aligned - payload);
    other->size_and_flags = size_of(block) - before;
    block->size_and_flags = before | (block->size_and_flags & FREE_BEFORE);
    free(payload);
  }
  trim(block_of(aligned), size_for(count));
  *result = aligned;
  return 0;
}

// The bytes in blocks that are in use.
u32 used_memory(void) { return used; }
