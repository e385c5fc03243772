package io.weir.engine.page.extent;

import io.weir.engine.page.FirstUse;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageMoves;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.PageStoreStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pages in files, each a Chronicle Map, and adds files while the disk has room.
 *
 * <p>Runs on: the owner's thread, except {@link #stats()}. {@link #open} and {@link #close} block
 * and belong to a thread that may block. The executor creates and deletes files. An owner that is
 * an event loop does not wait for the disk: it does not ask the map, reads memory that is already
 * mapped, and writes new pages into the page cache of the system ({@code PageFiling}).
 *
 * <p>{@link #open} deletes the page files in the directory: its caller has their content elsewhere.
 * {@link PageReopening} opens the files of a checkpoint again. {@link #openBeside} leaves the files
 * of the store that the new one will replace.
 *
 * <p>The files are sparse. Blocks are reserved before anything is written to them, so that no
 * commit fails half way because the disk is full: {@link #hasRoom} and {@link #allocate} count only
 * room that the disk has already allocated. Growth ends while
 * {@link PageStoreOptions#reservedDiskBytes} are still free, for the log and for checkpoints.
 */
public final class ChroniclePageStore implements PageStore {

  /** Units of the first extent of large pages: 16 MiB. */
  private static final int FIRST_LARGE_UNITS = 4096;

  /** Largest number of units of an extent of large pages: 1 GiB. */
  private static final int LARGEST_LARGE_UNITS = 262_144;

  private static final int SUM_BYTES = 8 << 10;

  private static final int READ_BYTES = 64 << 10;

  private static final ThreadLocal<ByteBuffer> READ_BUFFERS =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(READ_BYTES));

  private final PageStoreOptions options;
  private final BooleanSupplier owned;
  private final ExtentKind leafKind;
  private final ExtentSpace leafPages;
  private final ExtentKind largeKind;
  private final ExtentSpace largePages;

  private final PersistedPages keptPages;
  private final FreedPlaces freed = new FreedPlaces(this::space);
  private final PageCaptures captures;
  private final PageGauges gauges = new PageGauges();
  private final PageMoves moves;

  /** Files with a lower number belong to stores that this one has replaced. */
  private final int firstExtent;

  private int nextExtent;

  private ChroniclePageStore(
      PageStoreOptions options,
      int firstExtent,
      PersistedPages keptPages,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned) {
    this.options = options;
    this.firstExtent = firstExtent;
    this.nextExtent = firstExtent;
    this.keptPages = keptPages;
    this.owned = owned;
    this.leafKind = ExtentKind.of(false, options.pageBytes());
    this.leafPages = new ExtentSpace(
        leafKind,
        new ExtentGrowth(options, this::nextExtent, executor, listener),
        options.firstExtentPages(),
        options.largestExtentPages());
    this.largeKind = ExtentKind.of(true, options.pageBytes());
    this.largePages = new ExtentSpace(
        largeKind,
        new ExtentGrowth(options, this::nextExtent, executor, listener),
        FIRST_LARGE_UNITS,
        LARGEST_LARGE_UNITS);
    this.captures = new PageCaptures(
        options, leafPages, largePages, freed, this::requireOwner, this::publishStats);
    this.moves = new ExtentMoves(leafPages, largePages, this::requireOwner, this::publishStats);
  }

  private void requireOwner() {
    assert owned.getAsBoolean() : "not the owner's thread";
  }

  /**
   * Opens an empty store and deletes the page files left in its directory.
   *
   * @param executor creates and deletes files; may block
   * @param owned returns whether the calling thread is the owner's; called by assertions only
   * @throws IOException if the directory or the first file cannot be created
   */
  public static ChroniclePageStore open(
      PageStoreOptions options,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned)
      throws IOException {
    Files.createDirectories(options.directory());
    new PageFolder(options.directory()).deleteAllBut(Set.of());
    return create(options, 0, executor, listener, owned);
  }

  /**
   * Opens an empty store in the directory of another one, which it will replace, and whose files
   * stay until {@link #deleteReplaced}. Its file numbers start above those of the other store,
   * which may still be creating a file.
   */
  public static ChroniclePageStore openBeside(
      ChroniclePageStore replaced,
      PageStoreOptions options,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned)
      throws IOException {
    int first = replaced.nextExtent;
    new PageFolder(options.directory())
        .delete(number -> number >= first); // left by an attempt that failed
    return create(options, first, executor, listener, owned);
  }

  private static ChroniclePageStore create(
      PageStoreOptions options,
      int firstExtent,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned)
      throws IOException {
    var store = new ChroniclePageStore(
        options, firstExtent, new PersistedPages(), executor, listener, owned);
    store.keptPages.begin(store::find, listener);
    store.leafPages.add(new ExtentGrowth(options, store::nextExtent, executor, listener)
        .create(store.leafKind, options.firstExtentPages(), ExtentSpace.MIN_STEP_UNITS));
    store.publishStats();
    return store;
  }

  /** Creates a store of reopened extents, whose pages have been claimed. */
  static ChroniclePageStore reopened(
      PageStoreOptions options,
      List<Extent> kept,
      int nextExtent,
      PersistedPages keptPages,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned) {
    var store = new ChroniclePageStore(options, 0, keptPages, executor, listener, owned);
    keptPages.begin(store::find, listener);
    store.nextExtent = nextExtent;
    for (Extent extent : kept) {
      (extent.isLarge() ? store.largePages : store.leafPages).add(extent);
    }
    return store;
  }

  /** Adds claimed pages to the counts. */
  void countClaimed(long claimedPages, long claimedBytes) {
    gauges.count(claimedPages, claimedBytes);
    publishStats();
  }

  /**
   * Deletes the files of the stores that this one has replaced. May be repeated. Any thread;
   * blocks.
   */
  public void deleteReplaced() throws IOException {
    if (firstExtent > 0) {
      new PageFolder(options.directory()).delete(number -> number < firstExtent);
    }
  }

  private int nextExtent() {
    return nextExtent++;
  }

  @Override
  public int pageBytes() {
    return options.pageBytes();
  }

  @Override
  public boolean hasRoom(long leaves, long largeBytes) {
    requireOwner();
    boolean leafRoom = leafPages.hasRoom(leaves);
    boolean largeRoom = largeBytes == 0 || largePages.hasRoom(largeUnits(largeBytes));
    publishStats();
    return leafRoom && largeRoom;
  }

  @Override
  public long freeLeafPages() {
    requireOwner();
    return leafPages.room();
  }

  private long largeUnits(long largeBytes) {
    return largeBytes / largeKind.unitBytes() + largeBytes / options.pageBytes() + 1;
  }

  @Override
  public PageHandle allocate(int lengthBytes) {
    requireOwner();
    if (lengthBytes < 1 || lengthBytes > MAX_PAGE_BYTES) {
      throw new IllegalArgumentException("length is out of range lengthBytes=" + lengthBytes);
    }
    PageHandle page = space(lengthBytes).allocate(lengthBytes);
    gauges.count(1, lengthBytes);
    publishStats();
    return page;
  }

  @Override
  public long memory(PageHandle page, int lengthBytes) {
    return PageFiling.memory(space(lengthBytes).placeBytes(lengthBytes));
  }

  @Override
  public void filled(PageHandle page, int lengthBytes) {
    space(lengthBytes).file(page.id(), lengthBytes);
  }

  @Override
  public void free(long id, long address, int lengthBytes) {
    requireOwner();
    ExtentSpace space = space(lengthBytes);
    if (space.isFresh(id)) {
      space.free(id, lengthBytes);
    } else {
      captures.await(id, lengthBytes);
    }
    gauges.count(-1, -lengthBytes);
    publishStats();
  }

  /** Returns the captures of this store, from which checkpoints are made. */
  public PageCaptures captures() {
    return captures;
  }

  /** Returns the bytes of free places that are kept for pinned checkpoints. Any thread. */
  public long pinnedBytes() {
    return gauges.pinnedBytes();
  }

  /**
   * Returns the bytes of places that wait for a checkpoint before they are used again. Any thread.
   */
  public long limboBytes() {
    return gauges.limboBytes();
  }

  /** Returns the bytes of the places of all pages in use. Any thread; a moment's view. */
  public long usedBytes() {
    return gauges.usedBytes();
  }

  @Override
  public PageMoves moves() {
    return moves;
  }

  /**
   * Whether the next checkpoint allows files to be deleted that were emptied. Any thread; a
   * moment's view.
   */
  public boolean awaitsCheckpoint() {
    return gauges.awaitsCheckpoint();
  }

  private ExtentSpace space(int lengthBytes) {
    return lengthBytes <= options.pageBytes() ? leafPages : largePages;
  }

  private void publishStats() {
    gauges.show(leafPages, largePages, freed);
  }

  @Override
  public PageStoreStats stats() {
    return gauges.stats();
  }

  @Override
  public FirstUse firstUse() {
    return keptPages;
  }

  @Override
  public int lengthOf(long id, long place) {
    Extent extent = find(id);
    return extent == null ? LeafPage.lengthBytes(place) : extent.lengthOf(id);
  }

  /**
   * Records the checksum of a page that a checkpoint names. Any thread, before the owner hears
   * whether the checkpoint is durable.
   */
  public void record(PersistedPage page) {
    Extent extent = find(page.id());
    if (extent != null) {
      extent.record(page);
    }
  }

  /**
   * Returns the description of a page that a checkpoint has recorded; null if none has. Does not
   * read the page. Any thread that keeps it.
   */
  public @Nullable PersistedPage recorded(long id) {
    Extent extent = find(id);
    return extent == null ? null : extent.recorded(id);
  }

  private @Nullable Extent find(long id) {
    Extent leaves = leafPages.find(id);
    return leaves == null ? largePages.find(id) : leaves;
  }

  /** Describes a page that this process wrote. Any thread that keeps the page. */
  public static PersistedPage describe(long id, long address) {
    return new PersistedPage(
        id, LeafPage.lengthBytes(address), LeafPage.checksum(address, new byte[SUM_BYTES]));
  }

  /**
   * Reads a page from the disk, so that an access to its memory does not wait. Any thread that may
   * block and keeps the page.
   *
   * <p><em>deliberate:</em> reads the file instead of touching the memory. A page fault reads 128
   * KiB around the page; this reads the page.
   */
  @Override
  public void read(long id, long place) throws IOException {
    Extent extent = find(id);
    if (extent == null) {
      throw new IllegalArgumentException("no extent holds this page id=" + id);
    }
    PlacedFile file = extent.file().placed();
    long offset = extent.fileOffset(id);
    int length = extent.lengthOf(id);
    for (int from = 0; from < length; ) {
      int read = file.read(offset + from, length - from, READ_BUFFERS.get());
      if (read <= 0) {
        return; // the file ends within the page, which fails its verification
      }
      from += read;
    }
  }

  /** Returns where in its file a page begins. */
  public long fileOffset(long id, int lengthBytes) {
    return space(lengthBytes).fileOffset(id);
  }

  /** Returns the file that holds a page. */
  public Path file(long id, int lengthBytes) {
    ExtentKind kind = lengthBytes <= options.pageBytes() ? leafKind : largeKind;
    return options.directory().resolve(kind.fileName(Extent.numberOf(id)));
  }

  /** Releases all memory and leaves the files, whose pages a checkpoint may name. Blocks. */
  public void leave() {
    leafPages.leave();
    largePages.leave();
    publishStats();
  }

  /** Releases all memory and deletes the files. */
  @Override
  public void close() {
    leafPages.close();
    largePages.close();
    publishStats();
  }
}
