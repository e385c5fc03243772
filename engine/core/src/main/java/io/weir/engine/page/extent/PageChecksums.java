package io.weir.engine.page.extent;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The checksums of the pages of a checkpoint, and their files.
 *
 * <p>{@link #requireSound}: any thread that keeps the page. {@link #forget}: the owner of the page store.
 *
 * <p>A new page may get the place, and so the id, of a freed page, so the freed page's checksum is forgotten. The
 * owner forgets it before it publishes any version that reaches the new page, so a reader that finds the new page
 * under a pin also sees that the checksum is forgotten. A persisted page that a version still reaches has not been
 * freed, so its checksum does not change meanwhile.
 *
 * <p>Takes 16 bytes of heap for each page.
 */
final class PageChecksums {

  private static final int BUFFER_BYTES = 2 << 10;

  /** In ascending order. */
  private final long[] ids;

  private final int[] sums;
  private final int[] lengths;

  private record Located(Path path, PersistedExtent extent, int pageBytes) {}

  /** By file number. */
  private final Map<Integer, Located> files;

  /** Indexed as {@link #ids}; bits are only ever set. */
  private final BitSet forgotten;

  private PageChecksums(long[] ids, int[] sums, int[] lengths, Map<Integer, Located> files) {
    this.ids = ids;
    this.sums = sums;
    this.lengths = lengths;
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

  /**
   * Compares a page with its checksum, if one is recorded.
   *
   * @throws PageDamaged if they do not match
   */
  void requireSound(long id, long address) {
    int at = find(id);
    if (at >= 0 && !LeafPage.hasChecksum(address, lengths[at], sums[at], new byte[BUFFER_BYTES])) {
      throw damaged(id);
    }
  }

  private PageDamaged damaged(long id) {
    var file = Objects.requireNonNull(files.get(Extent.numberOf(id)));
    return new PageDamaged(
        file.path(), file.extent().fileOffset(id, file.pageBytes()), Extent.unitOf(id));
  }

  /** Returns the index of a persisted page that was not freed since; negative if there is none. */
  private int find(long id) {
    int at = Arrays.binarySearch(ids, id);
    return at >= 0 && forgotten.get(at) ? -1 : at;
  }

  /** Collects checksums. Runs on: one thread. */
  static final class Builder {

    private final Map<Integer, Located> files = new HashMap<>();
    private long[] ids = new long[64];
    private int[] sums = new int[64];
    private int[] lengths = new int[64];
    private int size;

    /** Records the path of a file. */
    void file(PersistedExtent extent, Path path, int pageBytes) {
      files.put(extent.number(), new Located(path, extent, pageBytes));
    }

    /** Adds a page that was not added before. */
    void add(PersistedPage page) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
        sums = Arrays.copyOf(sums, 2 * size);
        lengths = Arrays.copyOf(lengths, 2 * size);
      }
      ids[size] = page.id();
      sums[size] = page.checksum();
      lengths[size] = page.lengthBytes();
      size++;
    }

    PageChecksums finish() {
      long[] sorted = Arrays.copyOf(ids, size);
      Arrays.sort(sorted);
      int[] placedSums = new int[size];
      int[] placedLengths = new int[size];
      for (int i = 0; i < size; i++) {
        int at = Arrays.binarySearch(sorted, ids[i]);
        placedSums[at] = sums[i];
        placedLengths[at] = lengths[i];
      }
      return new PageChecksums(sorted, placedSums, placedLengths, Map.copyOf(files));
    }
  }
}
