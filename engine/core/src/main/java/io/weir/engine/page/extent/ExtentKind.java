package io.weir.engine.page.extent;

import io.weir.engine.page.PageStore;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * The layout of the extents of one kind of page, and the unit that counts their room.
 *
 * <p>Any thread; immutable.
 *
 * <p>Room is counted in units, which are whole blocks of {@value #BLOCK_BYTES} bytes. A leaf page
 * takes one unit whatever its length. A large page takes as many contiguous units of one block as
 * it needs.
 *
 * <pre>
 * the file:  the map's own data | the entry's key and length | up to a block | unit 0 | unit 1 | ...
 *            0                                                                 origin
 * </pre>
 *
 * <p>A map has one entry, which is the room for all units. The map places it once, when the file is
 * made, and is not asked again: {@link #origin} follows from the number of units, so a unit's place
 * in the file is known without the map. Units begin and end with blocks. No two pages share one, so
 * a write to one page that a crash interrupts cannot touch another.
 */
final class ExtentKind {

  /** The largest unit in which disks write: 4 KiB, or eight sectors of 512 bytes. */
  private static final int BLOCK_BYTES = 4096;

  /**
   * The longest page of memory of a system that runs Java, bytes. A store may move from one system
   * to another.
   */
  private static final long LARGEST_MEMORY_PAGE = 64 << 10;

  /**
   * Upper bound of the map's header, its state, its look-up of one entry, and that entry's key and
   * length.
   */
  private static final int HEADERS_BYTES = 12 << 10;

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

  /** Returns the kind for large pages, or for leaf pages of at most {@code pageBytes}. */
  static ExtentKind of(boolean large, int pageBytes) {
    return new ExtentKind(large, large ? BLOCK_BYTES : blocks(pageBytes) * BLOCK_BYTES);
  }

  private static int blocks(long bytes) {
    return (int) ((bytes + BLOCK_BYTES - 1) / BLOCK_BYTES);
  }

  /** Returns the name of an extent's file. */
  String fileName(int extent) {
    return fileName(large, extent);
  }

  static String fileName(boolean large, int extent) {
    return (large ? LARGE : LEAF) + "-" + extent + PageFolder.FILE_SUFFIX;
  }

  /** Returns the number in the name of an extent's file. */
  static int numberOf(String fileName) {
    return Integer.parseInt(fileName.substring(
        fileName.indexOf('-') + 1, fileName.length() - PageFolder.FILE_SUFFIX.length()));
  }

  boolean isLarge() {
    return large;
  }

  int unitBytes() {
    return unitBytes;
  }

  /** Returns the units that a page takes. */
  int units(int lengthBytes) {
    return large ? blocks(lengthBytes) : 1;
  }

  /** Returns the units that the longest page takes. */
  int maxUnits() {
    return units(PageStore.MAX_PAGE_BYTES);
  }

  /**
   * Returns where unit 0 of a file of so many units begins: at a page of any system's memory, after
   * everything that the map itself writes.
   */
  static long origin(int units) {
    long bytes = (long) HEADERS_BYTES + units / Byte.SIZE;
    return (bytes + LARGEST_MEMORY_PAGE - 1) / LARGEST_MEMORY_PAGE * LARGEST_MEMORY_PAGE;
  }

  /** Returns where in a file of {@code units} units a unit begins. */
  long fileOffset(int units, int unit) {
    return origin(units) + (long) unit * unitBytes;
  }

  /**
   * Returns the length of the map's entry: from any place before the origin it reaches the end of
   * the last unit.
   */
  long entryBytes(int units) {
    return fileOffset(units, units);
  }

  /**
   * Describes a map with room for so many units.
   *
   * @param beforeMapping runs while the map writes its header into a new file, before it maps the
   *     file
   */
  ChronicleMapBuilder<Long, PageView> map(int units, Runnable beforeMapping) {
    int chunks = Math.toIntExact(entryBytes(units) / unitBytes + 2);
    return ChronicleMap.of(Long.class, PageView.class)
        .name(large ? LARGE : LEAF)
        .valueMarshallers(new PageViewReader(), new PageViewWriter(beforeMapping))
        .putReturnsNull(true)
        .removeReturnsNull(true)
        .checksumEntries(false)
        .actualSegments(1)
        .actualChunkSize(unitBytes)
        .actualChunksPerSegmentTier(chunks)
        .maxChunksPerEntry(chunks)
        .maxBloatFactor(1)
        .entries(1)
        .entriesPerSegment(1)
        .averageValueSize(unitBytes / SPARSE_AVERAGES)
        // deliberate: if the class path holds a binding to POSIX, the map would reserve whole files
        // at once; the store
        // reserves only units that it uses
        .sparseFile(true)
        // deliberate: at the end of the process the map would unmap itself while loops still read
        .skipCloseOnExitHook(true);
  }
}
