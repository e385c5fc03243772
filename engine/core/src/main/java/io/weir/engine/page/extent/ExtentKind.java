package io.weir.engine.page.extent;

import io.weir.engine.page.PageStore;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * The layout of the extents of one kind of page, and the unit that counts their room.
 *
 * <p>Any thread; immutable.
 *
 * <p>Room is counted in units. A leaf page takes one unit whatever its length: all entries of the map have one size,
 * so there are no gaps and the count is exact. A large page takes as many contiguous units of
 * {@value #LARGE_UNIT_BYTES} bytes as it needs.
 *
 * <p>A map has one segment, and a unit is a chunk of it. The entries of a file therefore lie in one space, which is
 * filled from its beginning; {@link EntrySpace} returns the place of an entry before it is made. The map must not
 * extend the file, because it would touch memory that was not reserved. Checksums of the map are off: see
 * {@link PageViewWriter}.
 */
final class ExtentKind {

  private static final int LARGE_UNIT_BYTES = 4096;

  /** A large page is longer than a leaf page, so it takes at least two units. This bounds the number of entries. */
  private static final int MIN_LARGE_UNITS = 2;

  /** The bytes that the map stores with each entry in addition to its value: the key, and the length if it varies. */
  private static final int ENTRY_BYTES = 16;

  /** The map doubles the averages of a sparse file. */
  private static final double SPARSE_AVERAGES = 2;

  /** The map's header, which describes it, its global state, and the header of its segment. */
  private static final int HEADERS_BYTES = 32 << 10;

  /** Upper bound of the bytes for each unit in the map's hash look-up and its free list. */
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

  /** Returns the name of an extent's file. */
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

  /** Returns the units that a page takes. */
  int units(int lengthBytes) {
    return large ? (lengthBytes + ENTRY_BYTES + unitBytes - 1) / unitBytes : 1;
  }

  /** Returns the units that the longest page takes. */
  int maxUnits() {
    return units(PageStore.MAX_PAGE_BYTES);
  }

  /** Returns whether the entry of a freed page is kept for the next page. */
  boolean keepsFrames() {
    return !large;
  }

  /**
   * Returns the length to request from the map. It fills whole chunks, so that the map counts an entry's chunks as {@link #units} does: the map adds 11
   * to {@value #ENTRY_BYTES} bytes, depending on the length.
   */
  int entryBytes(int lengthBytes) {
    return large ? units(lengthBytes) * unitBytes - ENTRY_BYTES : unitBytes;
  }

  /** Returns the bytes of a unit in the file. */
  int chunkBytes() {
    return large ? unitBytes : unitBytes + ENTRY_BYTES;
  }

  /**
   * Returns an upper estimate of the bytes at the beginning of a file that the map uses for its own data, up to the end of a page of memory.
   */
  static long bytesBeforeEntries(int units) {
    return OS.pageAlign(HEADERS_BYTES + (long) LOOKUP_BYTES * units);
  }

  /**
   * Describes a map that holds so many units.
   *
   * @param beforeMapping runs while the map writes its header into a new file, before it maps the file
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
        // deliberate: if the class path holds a binding to POSIX, the map would reserve whole files
        // at once; the store
        // reserves only units that it uses
        .sparseFile(true)
        // deliberate: at the end of the process the map would unmap itself while loops still read
        .skipCloseOnExitHook(true);
    return large
        ? builder
            .entries(units / MIN_LARGE_UNITS)
            .entriesPerSegment(units / MIN_LARGE_UNITS)
            .averageValueSize((MIN_LARGE_UNITS * unitBytes - ENTRY_BYTES) / SPARSE_AVERAGES)
        : builder
            .entries(units)
            .entriesPerSegment(units)
            .averageValueSize(unitBytes / SPARSE_AVERAGES);
  }
}
