package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.page.PageHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;
import org.jspecify.annotations.Nullable;

/**
 * One file of pages: a Chronicle Map from page id to page.
 *
 * <p>The file is sparse and grows by {@link #reserve}: blocks are written before the map, or a page,
 * touches the memory that they are mapped to. Entries come to lie one after the other from the
 * beginning on, so what is reserved is a prefix of the file. What the map keeps beside the entries is
 * reserved when the file is made.
 *
 * <p>A leaf page lies in a <em>frame</em>: an entry that was made when its place was reserved and is
 * never removed. A page that is freed leaves its frame, and its id, to the next. So the map is never
 * asked for a leaf page on a loop. Large pages are put and removed.
 *
 * <p>Runs on: created, grown and closed on any thread that may block, used by the store's owner.
 * One thread at a time grows it; what that yields is handed to the owner, who {@link #take takes} it.
 *
 * <p>A page id is the extent's number (20 bits with a clear sign) and a count of the entries that
 * the extent has made (44 bits). The count is never reset; an extent that has used it up makes no
 * more entries.
 *
 * <p>After {@link #keep} the file can be opened again by {@link #reopen}, under the ids that its
 * pages had. Their addresses are others.
 */
public final class Extent {

  static final int SEQUENCE_BITS = 44;
  static final int MAX_NUMBER = (1 << (Long.SIZE - SEQUENCE_BITS - 1)) - 1;

  private static final long LAST_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

  private final ExtentKind kind;
  private final int number;
  private final int units;
  private final Path file;
  private final ChronicleMap<Long, PageView> map;
  private final EntrySpace space;
  private final FrameStack frames = new FrameStack();

  /** Units whose blocks the disk has given, as the owner knows. */
  private int reserved;

  /**
   * Units that may be in use: those reserved, or fewer after there was no place for a large page
   * among them.
   */
  private int limit;

  private int used;

  /** Entries that the map was asked for; the key of the next. Of leaf pages, the growing thread's. */
  private long sequence;

  private Extent(
      ExtentKind kind, int number, Path file, int units, ChronicleMap<Long, PageView> map) {
    this.kind = kind;
    this.number = number;
    this.units = units;
    this.file = file;
    this.map = map;
    this.space = new EntrySpace(map);
  }

  /**
   * Creates the file, with room for no page yet. Blocks for some milliseconds.
   *
   * @throws IOException when there is no room for it; the file is deleted then
   */
  static Extent create(ExtentKind kind, int number, Path directory, int units, DiskSpace disk)
      throws IOException {
    Path file = directory.resolve(kind.fileName(number));
    try {
      return createFile(kind, number, file, units, disk);
    } catch (UncheckedIOException e) { // thrown through the map, which declares no checked failure
      deleteAfter(e.getCause(), file);
      throw e.getCause();
    } catch (IOException | RuntimeException | Error e) {
      deleteAfter(e, file);
      throw e;
    }
  }

  private static Extent createFile(
      ExtentKind kind, int number, Path file, int units, DiskSpace disk) throws IOException {
    long before = ExtentKind.bytesBeforeEntries(units);
    Runnable reserve = () -> {
      try {
        disk.reserve(file, 0, before);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
    var extent = new Extent(
        kind, number, file, units, kind.map(units, reserve).createPersistedTo(file.toFile()));
    if (extent.space.fileOffset(0) > before) {
      extent.map.close();
      throw new IllegalStateException("the map keeps more than was reserved bytes="
          + extent.space.fileOffset(0) + " reserved=" + before);
    }
    return extent;
  }

  private static void deleteAfter(Throwable failure, Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Opens the file of an extent that was kept. Blocks for some milliseconds.
   *
   * <p>ReservedUnits is what entries have been made in: these were written. What the run before had
   * reserved beyond is not trusted, but reserved again.
   *
   * @throws PageFilesChanged when the file is not as it was left
   */
  static Extent reopen(ExtentKind kind, PersistedExtent kept, Path directory) throws IOException {
    Path file = directory.resolve(kept.fileName());
    ExtentFile.require(file, kept);
    var map = kind.map(kept.units(), () -> {}).createPersistedTo(file.toFile());
    var extent = new Extent(kind, kept.number(), file, kept.units(), map);
    extent.sequence = kept.nextKey();
    extent.reserved = extent.space.endOfUsed();
    extent.limit = extent.reserved;
    return extent;
  }

  /**
   * Has the disk give room for more units, and makes frames in it. Blocks. The growing thread; the
   * owner takes the outcome.
   *
   * @param from units that are reserved
   * @param more at most as many as are not
   */
  ReservedUnits reserve(int from, int more, DiskSpace disk) throws IOException {
    disk.reserve(file, space.fileOffset(from), space.fileOffset(from + more));
    var made = new FrameStack();
    if (kind.keepsFrames()) {
      while (sequence < from + more) {
        PageHandle page = put(kind.entryBytes(0), (int) sequence);
        made.push(page.id(), page.address());
      }
    }
    return new ReservedUnits(this, from + more, made);
  }

  /** Makes what was reserved usable. The owner. */
  void take(ReservedUnits more) {
    reserved = more.units();
    limit = reserved;
    frames.pushAll(more.frames());
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
    return units;
  }

  /** Units whose blocks the disk has given. */
  int reserved() {
    return reserved;
  }

  /** Units that can still be reserved. */
  int unreserved() {
    return sequence < LAST_SEQUENCE - units ? units - reserved : 0;
  }

  int used() {
    return used;
  }

  /** Units that can be given away. */
  int room() {
    return Math.max(0, limit - used);
  }

  /** Bytes that the file has of the disk, about. */
  long diskBytes() {
    return space.fileOffset(reserved);
  }

  /**
   * Returns a page, or null when there is no place for it among what is reserved; the extent has less
   * room then than was thought.
   */
  @Nullable
  PageHandle allocate(int lengthBytes) {
    PageHandle page = kind.keepsFrames() ? frame() : place(lengthBytes);
    if (page == null) {
      limit = used;
      return null;
    }
    used += kind.units(lengthBytes);
    return page;
  }

  private @Nullable PageHandle frame() {
    return frames.isEmpty() ? null : frames.pop();
  }

  /** Makes an entry for a large page, or returns null when there is no place. */
  private @Nullable PageHandle place(int lengthBytes) {
    int chunk = space.nextPlace(kind.units(lengthBytes), reserved);
    return chunk < 0 || sequence == LAST_SEQUENCE ? null : put(lengthBytes, chunk);
  }

  /** Makes an entry whose place is known. */
  private PageHandle put(int entryBytes, int chunk) {
    long id = idOf(sequence);
    var view = new PageView(entryBytes);
    map.put(id, view);
    if (space.chunkOf(view.address) != chunk) {
      throw new IllegalStateException("the map has another place for an entry chunk="
          + space.chunkOf(view.address) + " expected=" + chunk + " file=" + file);
    }
    sequence++;
    return new PageHandle(id, view.address);
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
    if (limit < reserved && used <= reserved / 2) {
      limit = reserved;
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
  }

  /** Gives a frame that was found free to the next page. */
  void addFrame(long key, long address) {
    frames.push(idOf(key), address);
  }

  /** Where in the file an address lies. */
  long fileOffset(long address) {
    return space.fileOffsetOf(address);
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
  PersistedExtent keep() throws IOException {
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
