package io.weir.engine.page.extent;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The checksums of the pages of a clean shutdown, and the files and offsets of these pages.
 *
 * <p>{@link #requireSound}: any thread that keeps the page. {@link #forget}: the owner of the page store.
 *
 * <p>A new page may get the place, and so the id, of a freed page, so the freed page's checksum is forgotten. The
 * owner forgets it before it publishes any version that reaches the new page, so a reader that finds the new page
 * under a pin also sees that the checksum is forgotten. A persisted page that a version still reaches has not been
 * freed, so its checksum does not change meanwhile.
 *
 * <p>Takes 24 bytes of heap for each page.
 */
final class PageChecksums {

  private static final int BUFFER_BYTES = 2 << 10;

  /** In ascending order. */
  private final long[] ids;

  private final int[] sums;
  private final int[] lengths;
  private final long[] fileOffsets;

  /** By file number. */
  private final Map<Integer, Path> files;

  /** Indexed as {@link #ids}; bits are only ever set. */
  private final BitSet forgotten;

  private PageChecksums(
      long[] ids, int[] sums, int[] lengths, long[] fileOffsets, Map<Integer, Path> files) {
    this.ids = ids;
    this.sums = sums;
    this.lengths = lengths;
    this.fileOffsets = fileOffsets;
    this.files = files;
    this.forgotten = new BitSet(ids.length);
  }

  /** Notes that a page was freed. */
  void forget(long id) {
    int at = find(id);
    if (at >= 0) {
      forgotten.set(at);
    }
  }

  /** Returns the recorded checksum of a page, or computes it from the bytes if none is recorded. */
  int checksum(long id, long address) {
    int at = find(id);
    return at >= 0 ? sums[at] : LeafPage.checksum(address, new byte[BUFFER_BYTES]);
  }

  /**
   * Compares a page with its checksum, if one is recorded.
   *
   * @throws PageDamaged if they do not match
   */
  void requireSound(long id, long address) {
    int at = find(id);
    if (at >= 0 && !LeafPage.hasChecksum(address, lengths[at], sums[at], new byte[BUFFER_BYTES])) {
      throw new PageDamaged(fileOf(id), fileOffsets[at], Extent.unitOf(id));
    }
  }

  private @Nullable Path fileOf(long id) {
    return files.get(Extent.numberOf(id));
  }

  /** Returns the index of a persisted page that was not freed since; negative if there is none. */
  private int find(long id) {
    int at = Arrays.binarySearch(ids, id);
    return at >= 0 && forgotten.get(at) ? -1 : at;
  }

  /** Collects checksums. Runs on: one thread. */
  static final class Builder {

    private final Map<Integer, Path> files = new HashMap<>();
    private long[] ids = new long[64];
    private int[] sums = new int[64];
    private int[] lengths = new int[64];
    private long[] fileOffsets = new long[64];
    private int size;

    /** Records the path of a file by its number. */
    void file(int number, Path file) {
      files.put(number, file);
    }

    /** Adds a page that was not added before. */
    void add(PersistedPage page) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
        sums = Arrays.copyOf(sums, 2 * size);
        lengths = Arrays.copyOf(lengths, 2 * size);
        fileOffsets = Arrays.copyOf(fileOffsets, 2 * size);
      }
      ids[size] = page.id();
      sums[size] = page.checksum();
      lengths[size] = page.lengthBytes();
      fileOffsets[size] = page.fileOffset();
      size++;
    }

    PageChecksums finish() {
      long[] sorted = Arrays.copyOf(ids, size);
      Arrays.sort(sorted);
      int[] placedSums = new int[size];
      int[] placedLengths = new int[size];
      long[] placedOffsets = new long[size];
      for (int i = 0; i < size; i++) {
        int at = Arrays.binarySearch(sorted, ids[i]);
        placedSums[at] = sums[i];
        placedLengths[at] = lengths[i];
        placedOffsets[at] = fileOffsets[i];
      }
      return new PageChecksums(sorted, placedSums, placedLengths, placedOffsets, Map.copyOf(files));
    }
  }
}
