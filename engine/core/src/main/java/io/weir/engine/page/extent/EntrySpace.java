package io.weir.engine.page.extent;

import io.weir.engine.page.RawMemory;
import net.openhft.chronicle.hash.impl.BigSegmentHeader;
import net.openhft.chronicle.hash.impl.VanillaChronicleHash;
import net.openhft.chronicle.map.ChronicleMap;

/**
 * The places of a map's entries in its file, and the place of the next entry.
 *
 * <p>Runs on: the thread that changes the map, one at a time.
 *
 * <p>The map has one segment, which is a run of chunks. The map takes the first free run that is long enough,
 * starting at the lowest chunk that may be free. It marks the run in a bit set, the free list, with one bit for each
 * chunk. This class reads both where the map keeps them, so that the place of an entry is known before the map writes
 * to it.
 *
 * <pre>
 * the segment:  hash look-up | counters, 64 bytes | free list | chunks
 * </pre>
 */
final class EntrySpace {

  private static final int NONE = -1;
  private static final int COUNTERS_BYTES = 64;

  private final long start;
  private final long segmentHeader;
  private final long freeList;
  private final long entries;
  private final int chunkBytes;
  private final int chunks;

  EntrySpace(ChronicleMap<?, ?> map) {
    var hash = (VanillaChronicleHash<?, ?, ?, ?>) map;
    this.start = hash.bsAddress();
    this.segmentHeader = hash.segmentHeaderAddress(0);
    this.freeList = hash.segmentBaseAddr(0) + hash.tierHashLookupOuterSize + COUNTERS_BYTES;
    this.entries = freeList + hash.tierFreeListOuterSize + hash.tierEntrySpaceInnerOffset;
    this.chunkBytes = Math.toIntExact(hash.chunkSize);
    this.chunks = Math.toIntExact(hash.actualChunksPerSegmentTier);
  }

  /** Returns where in the file a chunk begins. The bytes before the first chunk belong to the map itself. */
  long fileOffset(int chunk) {
    return entries - start + (long) chunk * chunkBytes;
  }

  /** Returns where in the file an address lies. */
  long fileOffsetOf(long address) {
    return address - start;
  }

  /** Returns the chunk that holds an address. */
  int chunkOf(long address) {
    return Math.toIntExact((address - entries) / chunkBytes);
  }

  /**
   * Returns the first of {@code length} chunks that the map gives to its next entry; -1 if there is no such run
   * before chunk {@code below}.
   */
  int nextPlace(int length, int below) {
    int from = Math.toIntExact(BigSegmentHeader.INSTANCE.lowestPossiblyFreeChunk(segmentHeader));
    int found = 0;
    for (int chunk = from; chunk < below; chunk++) {
      if (chunk % Long.SIZE == 0 && word(chunk) == -1) {
        found = 0;
        chunk += Long.SIZE - 1;
      } else {
        found = isUsed(chunk) ? 0 : found + 1;
        if (found == length) {
          return chunk + 1 - length;
        }
      }
    }
    return NONE;
  }

  /** Returns the end of the last chunk in use. */
  int endOfUsed() {
    for (int chunk = chunks - 1; chunk >= 0; chunk--) {
      if (isUsed(chunk)) {
        return chunk + 1;
      }
    }
    return 0;
  }

  private boolean isUsed(int chunk) {
    return (word(chunk) >>> chunk & 1) != 0;
  }

  private long word(int chunk) {
    return RawMemory.getLong(freeList + (long) chunk / Long.SIZE * Long.BYTES);
  }
}
