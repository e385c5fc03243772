package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.Objects;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.hash.impl.VanillaChronicleHash;
import net.openhft.chronicle.map.ChronicleMap;
import org.jspecify.annotations.Nullable;

/**
 * One file of pages: a Chronicle Map with one entry, which is the room for all pages of the file.
 *
 * <p>The file is sparse and grows by {@link #reserve}, which writes blocks before a page is written to
 * them. The reserved part of the file is a prefix: the map's own data, which is reserved when the file is created,
 * then {@link ExtentKind units}. The map is used to create and map a new file, and for nothing else.
 *
 * <p>A leaf page lies in a <em>frame</em> of one unit. A freed page leaves its frame, and its id, to the next page. A
 * large page takes the first run of free units that is long enough.
 *
 * <p>Runs on: any thread that may block creates, grows and closes it; the store's owner uses it. One thread at a time
 * grows it and hands the result to the owner, which calls {@link #take}.
 *
 * <p>A page id combines the extent's number (20 bits, sign bit clear) with the page's first unit (44 bits).
 *
 * <p>A later run opens the file again by {@link #reopen}. Its pages keep their ids and get new addresses.
 */
final class Extent {

  static final int UNIT_BITS = 44;
  static final int MAX_NUMBER = (1 << (Long.SIZE - UNIT_BITS - 1)) - 1;

  private static final long UNIT_MASK = (1L << UNIT_BITS) - 1;
  private static final long ENTRY = 0;
  private static final int NONE = -1;
  private static final int SUM_BYTES = 2 << 10;

  private final ExtentKind kind;
  private final int number;
  private final int units;
  private final PlacedFile file;

  /** Where the file begins in memory. */
  private final long start;

  private final Mapping mapping;

  /** The memory of a file. */
  @FunctionalInterface
  private interface Mapping {
    void release() throws IOException;
  }

  /** Free frames of leaf pages before {@link #unused}. */
  private final FrameStack frames = new FrameStack();

  /** Frames of leaf pages from here on were never used. */
  private int unused;

  /** Units of large pages in use. */
  private final BitSet taken = new BitSet();

  private final PageAges ages = new PageAges();

  private final PageBook book;

  /** Units whose blocks the disk has allocated, as far as the owner knows. */
  private int reserved;

  /** Units that may be in use: the reserved units, or fewer after a large page found no place among them. */
  private int limit;

  private int used;

  /** Those of the used units that belong to freed pages, whose places a checkpoint may name. */
  private int waiting;

  /** Whether the extent is being emptied. No page is allocated in it then. */
  private boolean emptying;

  private Extent(
      ExtentKind kind, int number, PlacedFile file, int units, long start, Mapping mapping) {
    this.kind = kind;
    this.number = number;
    this.units = units;
    this.book = new PageBook(units);
    this.file = file;
    this.start = start;
    this.mapping = mapping;
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
    Runnable reserve = () -> {
      try {
        disk.reserve(file, 0, ExtentKind.origin(units));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
    ChronicleMap<Long, PageView> map = kind.map(units, reserve).createPersistedTo(file.toFile());
    long start = ((VanillaChronicleHash<?, ?, ?, ?>) map).bsAddress();
    var room = new PageView(kind.entryBytes(units));
    try {
      map.put(ENTRY, room);
    } catch (RuntimeException | Error e) {
      map.close();
      throw e;
    }
    if (room.address - start > ExtentKind.origin(units)) {
      map.close();
      throw new IllegalStateException("the map uses more than was reserved bytes="
          + (room.address - start) + " reserved=" + ExtentKind.origin(units));
    }
    return new Extent(kind, number, open(file, map::close), units, start, map::close);
  }

  /** Opens a mapped file, or releases its memory. */
  private static PlacedFile open(Path file, Mapping mapping) throws IOException {
    try {
      return PlacedFile.open(file);
    } catch (IOException e) {
      mapping.release();
      throw e;
    }
  }

  private static void deleteAfter(Throwable failure, Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Maps the file of an extent of an earlier run. Blocks.
   *
   * <p><em>deliberate:</em> does not open the map in it. The places of pages follow from the description, and whatever a crash has left of the map's own data is
   * not believed, nor read.
   *
   * @throws PageFilesChanged if the file cannot hold its pages
   */
  static Extent reopen(ExtentKind kind, PersistedExtent kept, Path directory) throws IOException {
    Path file = directory.resolve(kept.fileName());
    requireLength(file, kind.fileOffset(kept.units(), kept.reserved()));
    long bytes = kind.fileOffset(kept.units(), kept.units());
    long start;
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      start = OS.map(channel, FileChannel.MapMode.READ_WRITE, 0, bytes);
    }
    Mapping mapping = () -> OS.unmap(start, bytes);
    var extent = new Extent(kind, kept.number(), open(file, mapping), kept.units(), start, mapping);
    extent.reserved = kept.reserved();
    extent.unused = kept.reserved();
    extent.limit = kept.reserved();
    return extent;
  }

  private static void requireLength(Path file, long bytes) throws IOException {
    long found = Files.exists(file) ? Files.size(file) : 0;
    if (found < bytes) {
      throw new PageFilesChanged(
          "a page file is too short file=" + file + " bytes=" + found + " expected=" + bytes);
    }
  }

  /**
   * Reserves more units on the disk. Blocks. Runs on: the growing thread; the owner takes the result.
   *
   * @param from units that are reserved
   * @param more number of units to add; at most the unreserved ones
   */
  ReservedUnits reserve(int from, int more, DiskSpace disk) throws IOException {
    disk.reserve(
        file.path(),
        kind.fileOffset(units, from),
        OS.pageAlign(kind.fileOffset(units, from + more)));
    return new ReservedUnits(this, from + more);
  }

  /** Makes reserved units usable. Runs on: the owner. */
  void take(ReservedUnits more) {
    reserved = more.units();
    limit = reserved;
  }

  static int numberOf(long pageId) {
    return (int) (pageId >>> UNIT_BITS);
  }

  static int unitOf(long pageId) {
    return (int) (pageId & UNIT_MASK);
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
    return units - reserved;
  }

  int used() {
    return used;
  }

  /** Returns the units that can be allocated now. */
  int room() {
    return emptying ? 0 : Math.max(0, limit - used);
  }

  /** Sets whether the extent is being emptied. */
  void setEmptying(boolean is) {
    emptying = is;
  }

  boolean isEmptying() {
    return emptying;
  }

  /** Returns the reserved units that are not used. */
  int free() {
    return reserved - used;
  }

  /** Returns the used units whose pages are not freed. */
  int inUse() {
    return used - waiting;
  }

  /** Notes that the place of a freed page waits for a checkpoint. */
  void await(int lengthBytes) {
    waiting += kind.units(lengthBytes);
  }

  /** Frees a page whose place has waited for a checkpoint. */
  void freeAwaited(long id, int lengthBytes) {
    waiting -= kind.units(lengthBytes);
    free(id, lengthBytes);
  }

  /** Returns the approximate bytes that the file occupies on the disk. */
  long diskBytes() {
    return kind.fileOffset(units, reserved);
  }

  /**
   * Returns a page, or null if the reserved units have no place for it; the extent then reports less room than
   * before.
   */
  @Nullable
  PageHandle allocate(int lengthBytes) {
    int length = kind.units(lengthBytes);
    int unit = kind.isLarge() ? place(length) : frame();
    if (unit == NONE) {
      limit = used;
      return null;
    }
    used += length;
    ages.allocated(unit);
    book.enter(unit, lengthBytes);
    return new PageHandle((long) number << UNIT_BITS | unit, address(unit));
  }

  private int frame() {
    if (!frames.isEmpty()) {
      return frames.pop();
    }
    return unused < reserved ? unused++ : NONE;
  }

  /** Takes the first run of free units that is long enough. */
  private int place(int length) {
    int from = taken.nextClearBit(0);
    while (from + length <= reserved) {
      int end = taken.nextSetBit(from);
      if (end < 0 || end - from >= length) {
        taken.set(from, from + length);
        return from;
      }
      from = taken.nextClearBit(end);
    }
    return NONE;
  }

  /** Returns where a unit lies in memory. */
  long address(int unit) {
    return start + kind.fileOffset(units, unit);
  }

  /** Whether a page in use was allocated since the last capture. */
  boolean isFresh(long id) {
    return ages.isFresh(unitOf(id));
  }

  /** Notes that a checkpoint may name each page in use from now on. Returns the description of the file. */
  PersistedExtent capture() {
    ages.capture();
    return new PersistedExtent(number, kind.isLarge(), units, reserved);
  }

  /** Notes that no checkpoint is made of the last capture. */
  void abandon() {
    ages.abandon();
  }

  /** Notes that a pinned checkpoint may name each page in use from now on. */
  void pin() {
    ages.pin();
  }

  /** Whether a page was allocated since the last pin. */
  boolean isYoung(long id) {
    return ages.isYoung(unitOf(id));
  }

  void free(long id, int lengthBytes) {
    int unit = unitOf(id);
    ages.freed(unit);
    int length = kind.units(lengthBytes);
    if (kind.isLarge()) {
      taken.clear(unit, unit + length);
    } else {
      frames.push(unit);
    }
    used -= length;
    if (limit < reserved && used <= reserved / 2) {
      limit = reserved;
    }
  }

  /** Takes the units of a page of a reopened extent into use. The units must be free and reserved. */
  void claim(PersistedPage page) {
    int unit = unitOf(page.id());
    int length = kind.units(page.lengthBytes());
    book.enter(unit, page.lengthBytes());
    record(page);
    used += length;
    if (kind.isLarge()) {
      taken.set(unit, unit + length);
    }
  }

  /** Makes a unit that no page of a reopened extent has claimed available to the next page. */
  void addFrame(int unit) {
    frames.push(unit);
  }

  /** Records the checksum of a page. The caller keeps its place from being given to another page. */
  void record(PersistedPage page) {
    book.record(unitOf(page.id()), page.checksum());
  }

  /** Returns the length of a page without reading it. Any thread that keeps the page. */
  int lengthOf(long id) {
    return book.length(unitOf(id));
  }

  /** Whether a page has its checksum, if one is known. Reads no more than the length of the page, whatever the content is. Any thread that keeps the page. */
  boolean isSound(long id, long address) {
    int sum = book.checksum(unitOf(id));
    return sum == PageBook.UNKNOWN
        || LeafPage.hasChecksum(address, lengthOf(id), sum, new byte[SUM_BYTES]);
  }

  /** Returns the failure of a page that has not its checksum. */
  PageDamaged damaged(long id) {
    return new PageDamaged(file.path(), fileOffset(id), unitOf(id));
  }

  /** Returns where in the file a page begins. */
  long fileOffset(long id) {
    return kind.fileOffset(units, unitOf(id));
  }

  /**
   * Reads a part of a page from the disk, unless the system has it in memory. Any thread that may block and keeps the page.
   *
   * @return the bytes that were read, at most {@code most}; the buffer is cleared first
   * @throws IOException if the disk fails, or the thread was interrupted; later reads succeed then
   */
  int read(long id, int from, int most, ByteBuffer buffer) throws IOException {
    return file.read(fileOffset(id) + from, most, buffer);
  }

  /** Writes the whole place of a page, so that the system need not read what was there. Runs on: the owner. */
  void write(long id, ByteBuffer content) throws IOException {
    file.write(fileOffset(id), content);
  }

  private void release() throws IOException {
    try {
      mapping.release();
    } finally {
      file.close();
    }
  }

  /** Releases the memory and leaves the file. Blocks for some milliseconds. */
  void leave() throws IOException {
    release();
  }

  /** Releases the memory and deletes the file. Blocks for some milliseconds. */
  void close() throws IOException {
    release();
    Files.deleteIfExists(file.path());
  }
}
