package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageHandle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The places of pages in one {@link ExtentFile file}: which units have pages, and which may get
 * one.
 *
 * <p>A leaf page lies in a <em>frame</em> of one unit. A freed page leaves its frame, and its id,
 * to the next page. A large page takes the first run of free units that is long enough.
 *
 * <p>Runs on: any thread that may block creates and grows it; the store's owner uses it. One thread
 * at a time grows it and hands the result to the owner, which calls {@link #take}.
 *
 * <p>A page id combines the extent's number (20 bits, sign bit clear) with the page's first unit
 * (44 bits).
 *
 * <p>A later run opens the file again by {@link #reopen}. Its pages keep their ids and get new
 * addresses.
 */
final class Extent {

  static final int UNIT_BITS = 44;
  static final int MAX_NUMBER = (1 << (Long.SIZE - UNIT_BITS - 1)) - 1;

  private static final long UNIT_MASK = (1L << UNIT_BITS) - 1;
  private static final int NONE = -1;
  private static final int SUM_BYTES = 2 << 10;

  private final ExtentKind kind;
  private final int number;
  private final ExtentFile file;

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

  /**
   * Units that may be in use: the reserved units, or fewer after a large page found no place among
   * them.
   */
  private int limit;

  private int used;

  /** Those of the used units that belong to freed pages, whose places a checkpoint may name. */
  private int waiting;

  /** Whether the extent is being emptied. No page is allocated in it then. */
  private boolean emptying;

  private Extent(ExtentKind kind, int number, ExtentFile file) {
    this.kind = kind;
    this.number = number;
    this.file = file;
    this.book = new PageBook(file.units());
  }

  /**
   * Creates an extent without room for pages, with a file that {@link ExtentFile#create} makes.
   * Blocks.
   */
  static Extent create(ExtentKind kind, int number, Path directory, int units, DiskSpace disk)
      throws IOException {
    var path = directory.resolve(kind.fileName(number));
    return new Extent(kind, number, ExtentFile.create(kind, path, units, disk));
  }

  /** Makes an extent of an earlier run usable, with its file. No page is in use. Blocks. */
  static Extent reopen(ExtentKind kind, PersistedExtent kept, Path directory) throws IOException {
    var file = ExtentFile.reopen(kind, kept, directory.resolve(kept.fileName()));
    var extent = new Extent(kind, kept.number(), file);
    extent.reserved = kept.reserved();
    extent.unused = kept.reserved();
    extent.limit = kept.reserved();
    return extent;
  }

  /**
   * Reserves more units on the disk. Blocks. Runs on: the growing thread; the owner takes the
   * result.
   *
   * @param from units that are reserved
   * @param more number of units to add; at most the unreserved ones
   */
  ReservedUnits reserve(int from, int more, DiskSpace disk) throws IOException {
    file.reserve(from, more, disk);
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
    return file.units();
  }

  /** Returns the units whose blocks the disk has allocated. */
  int reserved() {
    return reserved;
  }

  /** Returns the units that can still be reserved. */
  int unreserved() {
    return file.units() - reserved;
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
    return file.offset(reserved);
  }

  /**
   * Returns a page, or null if the reserved units have no place for it; the extent then reports
   * less room than before.
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
    return new PageHandle((long) number << UNIT_BITS | unit, file.address(unit));
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

  /** Whether a page in use was allocated since the last capture. */
  boolean isFresh(long id) {
    return ages.isFresh(unitOf(id));
  }

  /**
   * Notes that a checkpoint may name each page in use from now on. Returns the description of the
   * file.
   */
  PersistedExtent capture() {
    ages.capture();
    return new PersistedExtent(number, kind.isLarge(), file.units(), reserved);
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

  /**
   * Takes the units of a page of a reopened extent into use. The units must be free and reserved.
   */
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

  /**
   * Records the checksum of a page. The caller keeps its place from being given to another page.
   */
  void record(PersistedPage page) {
    book.record(unitOf(page.id()), page.checksum());
  }

  /** Returns the description of a page; null if its checksum was not recorded. */
  @Nullable
  PersistedPage recorded(long id) {
    int sum = book.checksum(unitOf(id));
    return sum == PageBook.UNKNOWN ? null : new PersistedPage(id, lengthOf(id), sum);
  }

  /** Returns the length of a page without reading it. Any thread that keeps the page. */
  int lengthOf(long id) {
    return book.length(unitOf(id));
  }

  /**
   * Whether a page has its checksum, if one is known. Reads no more than the length of the page,
   * whatever the content is. Any thread that keeps the page.
   */
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
    return file.offset(unitOf(id));
  }

  ExtentFile file() {
    return file;
  }
}
