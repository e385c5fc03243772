package io.weir.engine.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.hash.impl.VanillaChronicleHash;
import net.openhft.chronicle.map.ChronicleMap;
import org.jspecify.annotations.Nullable;

/**
 * One file of pages: a Chronicle Map from page id to page.
 *
 * <p>A leaf page that is freed leaves its entry, all of which have one size, in the map, as a
 * <em>frame</em>: the next page takes it over, and its id. So the map is asked once for each frame,
 * not once for each page (which costs 0.8 to 1.5 microseconds, a third of a single write). Large
 * pages are put and removed.
 *
 * <p>Runs on: created and closed on any thread that may block, used by the store's owner in
 * between. The store hands it over safely.
 *
 * <p>A page id is the extent's number (20 bits with a clear sign) and a count of the entries that
 * the extent has made (44 bits). The count is never reset; an extent that has used it up makes no
 * more entries.
 *
 * <p>After {@link #keep} the file can be opened again by {@link #reopen}, under the ids that its
 * pages had. Their addresses are others.
 */
final class Extent {

  static final int SEQUENCE_BITS = 44;
  static final int MAX_NUMBER = (1 << (Long.SIZE - SEQUENCE_BITS - 1)) - 1;

  private static final long LAST_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

  private final ExtentKind kind;
  private final int number;
  private final int units;
  private final Path file;
  private final ChronicleMap<Long, PageView> map;

  /**
   * Units that may be in use; the extent's size, or fewer after the map found no place for a page.
   */
  private int limit;

  private final int capacity;
  private final FrameStack frames = new FrameStack();
  private int used;
  private int mostUsed;

  /** Entries that the map was asked for; the key of the next. */
  private long sequence;

  private Extent(
      ExtentKind kind, int number, Path file, int units, ChronicleMap<Long, PageView> map) {
    this.kind = kind;
    this.number = number;
    this.units = units;
    this.file = file;
    this.map = map;
    this.capacity = kind.usable(units);
    this.limit = capacity;
  }

  /** Creates the file. Blocks for some milliseconds. */
  static Extent create(ExtentKind kind, int number, Path directory, int units) throws IOException {
    Path file = directory.resolve(kind.fileName(number));
    return new Extent(kind, number, file, units, kind.map(units).createPersistedTo(file.toFile()));
  }

  /**
   * Opens the file of an extent that was kept. Blocks for some milliseconds.
   *
   * @throws PageFilesChanged when the file is not as it was left
   */
  static Extent reopen(ExtentKind kind, KeptExtent kept, Path directory) throws IOException {
    Path file = directory.resolve(kept.fileName());
    ExtentFile.require(file, kept);
    var map = kind.map(kept.units()).createPersistedTo(file.toFile());
    var extent = new Extent(kind, kept.number(), file, kept.units(), map);
    extent.sequence = kept.nextKey();
    extent.mostUsed = kind.keepsFrames() ? (int) kept.nextKey() : 0;
    return extent;
  }

  static int numberOf(long pageId) {
    return (int) (pageId >>> SEQUENCE_BITS);
  }

  static long keyOf(long pageId) {
    return pageId & LAST_SEQUENCE;
  }

  int number() {
    return number;
  }

  boolean isLarge() {
    return kind.isLarge();
  }

  /** Units that the extent was made for. */
  int capacity() {
    return capacity;
  }

  int used() {
    return used;
  }

  /** Units that were in use at some time and are not now; their blocks on the disk are there already. */
  int reusable() {
    return mostUsed - used;
  }

  /** Units that can be given away. */
  int room() {
    return Math.max(0, limit - used);
  }

  /**
   * Returns a page, or null when the map has no place for it; the extent has less room then than
   * was thought.
   */
  @Nullable
  Page allocate(int lengthBytes) {
    Page page = frames.isEmpty() ? place(lengthBytes) : frames.pop();
    if (page == null) {
      limit = used;
      return null;
    }
    used += kind.units(lengthBytes);
    mostUsed = Math.max(mostUsed, used);
    return page;
  }

  /** Makes an entry of the map, or returns null when the map is full. */
  private @Nullable Page place(int lengthBytes) {
    if (sequence == LAST_SEQUENCE) {
      return null;
    }
    long id = idOf(sequence);
    var view = new PageView(kind.entryBytes(lengthBytes));
    try {
      map.put(id, view);
    } catch (IllegalStateException e) {
      if (map.remainingAutoResizes() > 0) {
        throw e;
      }
      return null;
    }
    sequence++;
    return new Page(id, view.address);
  }

  private long idOf(long key) {
    return (long) number << SEQUENCE_BITS | key;
  }

  void free(long id, long address, int lengthBytes) {
    if (kind.keepsFrames()) {
      frames.push(id, address);
    } else {
      map.remove(id);
    }
    used -= kind.units(lengthBytes);
    if (limit < capacity && used <= capacity / 2) {
      limit = capacity;
    }
  }

  /** The address of a reopened extent's entry, or 0 when there is none of such a length. */
  long find(long key, int lengthBytes) {
    PageView view = key < sequence ? map.get(idOf(key)) : null;
    return view == null || view.lengthBytes < lengthBytes ? 0 : view.address;
  }

  /** Counts a page that was found as in use. */
  void use(int lengthBytes) {
    used += kind.units(lengthBytes);
    mostUsed = Math.max(mostUsed, used);
  }

  /** Gives a frame that was found free to the next page. */
  void addFrame(long key, long address) {
    frames.push(idOf(key), address);
  }

  /**
   * Where in the file an address lies. The map holds the file in memory in one piece, and in further
   * ones what it added since it was opened; of those it does not tell where in the file they begin.
   */
  long fileOffset(long address) {
    var hash = (VanillaChronicleHash<?, ?, ?, ?>) map;
    long start = hash.bsAddress();
    for (var bulk : hash.tierBulkOffsets) {
      long added = bulk.bytesStore.addressForRead(0);
      if (added != start && address >= added && address < added + bulk.bytesStore.capacity()) {
        return KeptPage.OFFSET_UNKNOWN;
      }
    }
    return address - start;
  }

  /** Entries of the map. */
  long entries() {
    return map.longSize();
  }

  /** Entries that the map was asked for since the file was made. */
  long entriesMade() {
    return sequence;
  }

  /** Gives the memory back, makes the file durable and tells how to find it again. Blocks. */
  KeptExtent keep() throws IOException {
    map.close();
    return ExtentFile.keep(file, number, kind.isLarge(), units, sequence);
  }

  /** Gives the memory back and leaves the file. Blocks for some milliseconds. */
  void abandon() {
    map.close();
  }

  /** Gives the memory back and deletes the file. Blocks for some milliseconds. */
  void close() throws IOException {
    map.close();
    Files.deleteIfExists(file);
  }
}
