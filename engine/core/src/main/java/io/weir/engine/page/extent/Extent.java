package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.page.PageHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.map.ChronicleMap;
import org.jspecify.annotations.Nullable;

/**
 * One file of pages: a Chronicle Map from page id to page.
 *
 * <p>The file is sparse and grows by {@link #reserve}, which writes blocks before the map or a page touches the
 * memory mapped to them. Entries are placed one after the other from the beginning, so the reserved part of the file
 * is a prefix. The map's own data is reserved when the file is created.
 *
 * <p>A leaf page lies in a <em>frame</em>: an entry that is created when its place is reserved and is never removed.
 * A freed page leaves its frame, and its id, to the next page, so a loop never asks the map for a leaf page. Large
 * pages are put and removed.
 *
 * <p>Runs on: any thread that may block creates, grows and closes it; the store's owner uses it. One thread at a time
 * grows it and hands the result to the owner, which calls {@link #take}.
 *
 * <p>A page id combines the extent's number (20 bits, sign bit clear) with the count of entries that the extent has
 * made (44 bits). The count is never reset; an extent that has used it up makes no more entries.
 *
 * <p>After {@link #keep} the file can be opened again by {@link #reopen}. Its pages keep their ids and get new
 * addresses.
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
  private final EntrySpace space;
  private final FrameStack frames = new FrameStack();

  /** Units whose blocks the disk has allocated, as far as the owner knows. */
  private int reserved;

  /** Units that may be in use: the reserved units, or fewer after a large page found no place among them. */
  private int limit;

  private int used;

  /**
   * Number of entries requested from the map, and the key of the next. For leaf pages it belongs to the growing
   * thread.
   */
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
   * Creates the file without room for pages. Blocks for some milliseconds.
   *
   * @throws IOException if there is no room for the file; it is deleted then
   */
  static Extent create(ExtentKind kind, int number, Path directory, int units, DiskSpace disk)
      throws IOException {
    Path file = directory.resolve(kind.fileName(number));
    try {
      return createFile(kind, number, file, units, disk);
    } catch (UncheckedIOException e) { // thrown through the map, which declares no checked failure
      IOException cause = Objects.requireNonNull(e.getCause());
      deleteAfter(cause, file);
      throw cause;
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
      throw new IllegalStateException("the map uses more than was reserved bytes="
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
   * <p>Only units that hold entries count as reserved, because they were written. Units that the earlier run reserved
   * after them are not trusted and are reserved again.
   *
   * @throws PageFilesChanged if the file has changed since it was kept
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
   * Reserves more units on the disk, and makes frames in them. Blocks. Runs on: the growing thread; the owner takes
   * the result.
   *
   * <p>Also reserves the rest of the last page of memory: see {@link DiskSpace#reserve}.
   *
   * @param from units that are reserved
   * @param more number of units to add; at most the unreserved ones
   */
  ReservedUnits reserve(int from, int more, DiskSpace disk) throws IOException {
    disk.reserve(file, space.fileOffset(from), OS.pageAlign(space.fileOffset(from + more)));
    var made = new FrameStack();
    if (kind.keepsFrames()) {
      while (sequence < from + more) {
        PageHandle page = put(kind.entryBytes(0), (int) sequence);
        made.push(page.id(), page.address());
      }
    }
    return new ReservedUnits(this, from + more, made);
  }

  /** Makes reserved units usable. Runs on: the owner. */
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

  /** Returns the units that the extent was created for. */
  int capacity() {
    return units;
  }

  /** Returns the units whose blocks the disk has allocated. */
  int reserved() {
    return reserved;
  }

  /** Returns the units that can still be reserved. */
  int unreserved() {
    return sequence < LAST_SEQUENCE - units ? units - reserved : 0;
  }

  int used() {
    return used;
  }

  /** Returns the units that can be allocated now. */
  int room() {
    return Math.max(0, limit - used);
  }

  /** Returns the approximate bytes that the file occupies on the disk. */
  long diskBytes() {
    return space.fileOffset(reserved);
  }

  /**
   * Returns a page, or null if the reserved units have no place for it; the extent then reports less room than
   * before.
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

  /** Makes an entry for a large page, or returns null if there is no place. */
  private @Nullable PageHandle place(int lengthBytes) {
    int chunk = space.nextPlace(kind.units(lengthBytes), reserved);
    return chunk < 0 || sequence == LAST_SEQUENCE ? null : put(kind.entryBytes(lengthBytes), chunk);
  }

  /** Makes an entry whose place is known. */
  private PageHandle put(int entryBytes, int chunk) {
    long id = idOf(sequence);
    var view = new PageView(entryBytes);
    map.put(id, view);
    if (space.chunkOf(view.address) != chunk) {
      throw new IllegalStateException("the map placed an entry elsewhere chunk="
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

  /** Returns the address of a reopened extent's entry, or 0 if there is no entry of this length. */
  long find(long key, int lengthBytes) {
    PageView view = key < sequence ? map.get(idOf(key)) : null;
    return view == null || view.lengthBytes < lengthBytes ? 0 : view.address;
  }

  /** Counts a found page as in use. */
  void use(int lengthBytes) {
    used += kind.units(lengthBytes);
  }

  /** Makes an unclaimed frame available to the next page. */
  void addFrame(long key, long address) {
    frames.push(idOf(key), address);
  }

  /** Returns where in the file an address lies. */
  long fileOffset(long address) {
    return space.fileOffsetOf(address);
  }

  /** Returns the number of entries of the map. */
  long entries() {
    return map.longSize();
  }

  /** Returns the number of entries requested from the map since the file was created. */
  long entriesMade() {
    return sequence;
  }

  /** Releases the memory, makes the file durable and returns its description. Blocks. */
  PersistedExtent keep() throws IOException {
    map.close();
    return ExtentFile.keep(file, number, kind.isLarge(), units, sequence);
  }

  /** Releases the memory and leaves the file. Blocks for some milliseconds. */
  void abandon() {
    map.close();
  }

  /** Releases the memory and deletes the file. Blocks for some milliseconds. */
  void close() throws IOException {
    map.close();
    Files.deleteIfExists(file);
  }
}
