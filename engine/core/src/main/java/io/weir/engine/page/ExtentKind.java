package io.weir.engine.page;

import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * How extents of one kind of page are laid out and counted.
 *
 * <p>Any thread; immutable.
 *
 * <p>Room is counted in units. A leaf page takes one unit whatever its length: all entries of the
 * map have one size, so there are no gaps and the count is exact. A large page takes as many units
 * of {@value #LARGE_UNIT_BYTES} bytes as it needs. Such a map has gaps that nothing fits into, so
 * only a part of it is counted as room.
 *
 * <p>Keys are spread over a map's segments by their hash. A segment has room for more than its share;
 * where one of leaf pages fills all the same, the extent counts as full. Large pages may add tiers, up
 * to the bloat factor; a tier costs a call to the file system, so it must stay the exception. The
 * number of segments of leaf extents is left to the map (one large segment made writes three to six
 * times slower, because every write looks for a gap in it); a segment of a large extent has to be
 * many times as long as the longest page. Checksums of the map are off: see {@link PageViewWriter}.
 */
final class ExtentKind {

  private static final int LARGE_UNIT_BYTES = 4096;

  /**
   * A large page is longer than a leaf page, so it takes two units at least: more entries than this
   * cannot come.
   */
  private static final int LARGE_LEAST_UNITS = 2;

  /** Units of a segment: many times the longest page, and few enough to look for a gap among. */
  private static final int LARGE_SEGMENT_UNITS = 4096;

  /**
   * What the map stores with each entry, beside its value: the key, and the length when it varies.
   */
  private static final int ENTRY_BYTES = 16;

  /** The map doubles the averages of a sparse file. */
  private static final double SPARSE_AVERAGES = 2;

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

  /** Units of an extent that are given away before another extent is taken. */
  int usable(int units) {
    return large ? units - units / 4 : units;
  }

  /** Describes a map that holds so many units. */
  ChronicleMapBuilder<Long, PageView> map(int units) {
    var builder = ChronicleMap.of(Long.class, PageView.class)
        .name(large ? LARGE : LEAF)
        .valueMarshallers(new PageViewReader(), new PageViewWriter())
        .putReturnsNull(true)
        .removeReturnsNull(true)
        .checksumEntries(false)
        // deliberate: where the class path holds a binding to POSIX, the map would have the disk
        // reserve whole files at once; the store itself sees to it that there is room
        .sparseFile(true)
        // deliberate: at the end of the process the map would unmap itself under loops that still
        // read
        .skipCloseOnExitHook(true);
    if (!large) {
      return builder
          .entries(units)
          .averageValueSize(unitBytes / SPARSE_AVERAGES)
          .actualChunkSize(unitBytes + ENTRY_BYTES)
          .maxBloatFactor(1);
    }
    return builder
        .entries(units / LARGE_LEAST_UNITS)
        .averageValueSize((LARGE_LEAST_UNITS * unitBytes - ENTRY_BYTES) / SPARSE_AVERAGES)
        .actualChunkSize(unitBytes)
        .actualSegments(Math.max(1, Integer.highestOneBit(units / LARGE_SEGMENT_UNITS)))
        .maxBloatFactor(2);
  }
}
