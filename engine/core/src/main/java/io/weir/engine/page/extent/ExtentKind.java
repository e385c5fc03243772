package io.weir.engine.page.extent;

import io.weir.engine.page.PageStore;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * How extents of one kind of page are laid out and counted.
 *
 * <p>Any thread; immutable.
 *
 * <p>Room is counted in units. A leaf page takes one unit whatever its length: all entries of the
 * map have one size, so there are no gaps and the count is exact. A large page takes as many units
 * of {@value #LARGE_UNIT_BYTES} bytes as it needs, one after the other.
 *
 * <p>A map has one segment, and a unit is a chunk of it. So the entries of a file lie in one space,
 * which is used from its beginning: {@link EntrySpace} tells where an entry comes to lie before it is
 * made. The map may add nothing to the file: memory that nobody reserved would be touched. Checksums
 * of the map are off: see {@link PageViewWriter}.
 */
final class ExtentKind {

  private static final int LARGE_UNIT_BYTES = 4096;

  /**
   * A large page is longer than a leaf page, so it takes two units at least: more entries than this
   * cannot come.
   */
  private static final int LARGE_LEAST_UNITS = 2;

  /**
   * What the map stores with each entry, beside its value: the key, and the length when it varies.
   */
  private static final int ENTRY_BYTES = 16;

  /** The map doubles the averages of a sparse file. */
  private static final double SPARSE_AVERAGES = 2;

  /** The map's header, which describes it, its global state, and the header of its segment. */
  private static final int HEADERS_BYTES = 32 << 10;

  /** The map's hash look-up and its free list take less than this for each unit. */
  private static final int LOOKUP_BYTES = 26;

  private static final String LEAF = "leaf";
  private static final String LARGE = "large";

  private final boolean large;
  private final int unitBytes;

  private ExtentKind(boolean large, int unitBytes) {
    this.large = large;
    this.unitBytes = unitBytes;
  }

  static ExtentKind leaf(int pageBytes) {
    return new ExtentKind(false, pageBytes);
  }

  static ExtentKind large() {
    return new ExtentKind(true, LARGE_UNIT_BYTES);
  }

  /** How its files are called. */
  String fileName(int extent) {
    return fileName(large, extent);
  }

  static String fileName(boolean large, int extent) {
    return (large ? LARGE : LEAF) + "-" + extent + ChroniclePageStore.FILE_SUFFIX;
  }

  boolean isLarge() {
    return large;
  }

  int unitBytes() {
    return unitBytes;
  }

  /** Units that a page takes. */
  int units(int lengthBytes) {
    return large ? (lengthBytes + ENTRY_BYTES + unitBytes - 1) / unitBytes : 1;
  }

  /** Units that the longest page takes. */
  int mostUnits() {
    return units(PageStore.MAX_PAGE_BYTES);
  }

  /** Whether the entry of a page that was freed is kept for the next. */
  boolean keepsFrames() {
    return !large;
  }

  /** The length to ask the map for. */
  int entryBytes(int lengthBytes) {
    return large ? lengthBytes : unitBytes;
  }

  /** Bytes of a unit in the file. */
  int chunkBytes() {
    return large ? unitBytes : unitBytes + ENTRY_BYTES;
  }

  /** Bytes at the beginning of a file in which the map keeps what it knows; an estimate from above. */
  static long bytesBeforeEntries(int units) {
    return HEADERS_BYTES + (long) LOOKUP_BYTES * units;
  }

  /**
   * Describes a map that holds so many units.
   *
   * @param beforeMapping is run while the map writes its header into a new file, before it maps the
   *     file
   */
  ChronicleMapBuilder<Long, PageView> map(int units, Runnable beforeMapping) {
    var builder = ChronicleMap.of(Long.class, PageView.class)
        .name(large ? LARGE : LEAF)
        .valueMarshallers(new PageViewReader(), new PageViewWriter(beforeMapping))
        .putReturnsNull(true)
        .removeReturnsNull(true)
        .checksumEntries(false)
        .actualSegments(1)
        .actualChunkSize(chunkBytes())
        .actualChunksPerSegmentTier(units)
        .maxBloatFactor(1)
        // deliberate: where the class path holds a binding to POSIX, the map would have the disk
        // reserve whole files at once; the store reserves what it uses
        .sparseFile(true)
        // deliberate: at the end of the process the map would unmap itself under loops that still
        // read
        .skipCloseOnExitHook(true);
    return large
        ? builder
            .entries(units / LARGE_LEAST_UNITS)
            .entriesPerSegment(units / LARGE_LEAST_UNITS)
            .averageValueSize((LARGE_LEAST_UNITS * unitBytes - ENTRY_BYTES) / SPARSE_AVERAGES)
        : builder
            .entries(units)
            .entriesPerSegment(units)
            .averageValueSize(unitBytes / SPARSE_AVERAGES);
  }
}
