package io.weir.engine.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;
import org.jspecify.annotations.Nullable;

/**
 * One file of pages: a Chronicle Map from page id to page.
 *
 * <p>A leaf page that is freed leaves its entry, all of which have one size, in the map: the next
 * page takes it over, under an id of its own. So the map is asked once for each frame, not once for
 * each page (which costs 0.8 to 1.5 microseconds, a third of a single write). The key of an entry
 * is the id of the first page that lay there. Large pages are put and removed.
 *
 * <p>Runs on: created and closed on any thread that may block, used by the store's owner in
 * between. The store hands it over safely.
 *
 * <p>A page id is the extent's number (20 bits with a clear sign) and a count of the pages that the
 * extent has given out (44 bits). The count is never reset, so no id comes twice; an extent that
 * has used it up takes no more pages.
 */
final class Extent {

  static final int SEQUENCE_BITS = 44;
  static final int MAX_NUMBER = (1 << (Long.SIZE - SEQUENCE_BITS - 1)) - 1;

  private static final long LAST_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

  private final ExtentKind kind;
  private final int number;
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
  private long sequence;

  private Extent(
      ExtentKind kind, int number, Path file, int units, ChronicleMap<Long, PageView> map) {
    this.kind = kind;
    this.number = number;
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

  static int numberOf(long pageId) {
    return (int) (pageId >>> SEQUENCE_BITS);
  }

  int number() {
    return number;
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
    long id = (long) number << SEQUENCE_BITS | sequence;
    long address = frames.isEmpty() ? place(id, lengthBytes) : frames.pop();
    if (address == 0) {
      limit = used;
      return null;
    }
    sequence++;
    used += kind.units(lengthBytes);
    mostUsed = Math.max(mostUsed, used);
    if (sequence == LAST_SEQUENCE) {
      limit = 0;
    }
    return new Page(id, address);
  }

  /** Makes an entry of the map and returns its address, or 0 when the map is full. */
  private long place(long key, int lengthBytes) {
    var view = new PageView(kind.entryBytes(lengthBytes));
    try {
      map.put(key, view);
    } catch (IllegalStateException e) {
      if (map.remainingAutoResizes() > 0) {
        throw e;
      }
      return 0;
    }
    return view.address;
  }

  void free(long id, long address, int lengthBytes) {
    if (kind.keepsFrames()) {
      frames.push(address);
    } else {
      map.remove(id);
    }
    used -= kind.units(lengthBytes);
    if (limit < capacity && used <= capacity / 2 && sequence < LAST_SEQUENCE) {
      limit = capacity;
    }
  }

  /** Gives the memory back and deletes the file. Blocks for some milliseconds. */
  void close() throws IOException {
    map.close();
    Files.deleteIfExists(file);
  }
}
