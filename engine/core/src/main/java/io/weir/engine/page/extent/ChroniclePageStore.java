package io.weir.engine.page.extent;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.PageStoreStats;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Keeps pages in scratch files, each a Chronicle Map, and adds files while the disk has room.
 *
 * <p>Runs on: the owner's thread, except {@link #stats()}. {@link #open} and {@link #close} block and belong to a
 * thread that may block. The executor creates and deletes files. An owner that is an event loop never blocks:
 * it does not ask the map, and touches only memory that is already mapped.
 *
 * <p>Opening a store deletes the page files in the directory, because the log and the snapshots hold their content. Only files of {@link #keep} may be opened again, by
 * {@link PageReopening}.
 *
 * <p>The files are sparse, and a store to mapped memory without a disk block fails or stops the process. Blocks are
 * therefore reserved before anything touches them: {@link #hasRoom} and {@link #allocate} count only room that the
 * disk has already allocated. Growth ends while {@link PageStoreOptions#reservedDiskBytes} are still free, for the
 * log and for snapshots.
 */
public final class ChroniclePageStore implements PageStore {

  static final String FILE_SUFFIX = ".pages";

  /** Units of the first extent of large pages: 16 MiB. */
  private static final int FIRST_LARGE_UNITS = 4096;

  /** Largest number of units of an extent of large pages: 1 GiB. */
  private static final int LARGEST_LARGE_UNITS = 262_144;

  private final PageStoreOptions options;
  private final BooleanSupplier owned;
  private final ExtentKind leafKind;
  private final ExtentSpace leafPages;
  private final ExtentKind largeKind;
  private final ExtentSpace largePages;

  private final PersistedPages keptPages;
  private final Limbo limbo = new Limbo();

  private int nextExtent;

  /** Captures so far. */
  private long captures;

  // The owner is the only writer, with release; any thread reads them, with acquire. They are
  // gauges: nothing depends
  // on their values, nor on two of them being of one moment.
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong diskBytes = new AtomicLong();
  private final AtomicLong capacityBytes = new AtomicLong();
  private final AtomicLong freeBytes = new AtomicLong();
  private final AtomicLong extents = new AtomicLong();
  private final AtomicLong limboBytes = new AtomicLong();

  private ChroniclePageStore(
      PageStoreOptions options,
      PersistedPages keptPages,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned) {
    this.options = options;
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
    return open(options, 0, executor, listener, owned);
  }

  /**
   * Opens an empty store in the directory of a closed store and deletes the page files left there. Its file numbers
   * start above those of the closed store, which may still be creating a file.
   */
  public static ChroniclePageStore openAfter(
      ChroniclePageStore closed,
      PageStoreOptions options,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned)
      throws IOException {
    return open(options, closed.nextExtent, executor, listener, owned);
  }

  private static ChroniclePageStore open(
      PageStoreOptions options,
      int firstExtent,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned)
      throws IOException {
    Files.createDirectories(options.directory());
    deleteFiles(options.directory());
    var store = new ChroniclePageStore(options, new PersistedPages(), executor, listener, owned);
    store.nextExtent = firstExtent;
    store.leafPages.add(new ExtentGrowth(options, store::nextExtent, executor, listener)
        .create(store.leafKind, options.firstExtentPages(), ExtentSpace.MIN_STEP_UNITS));
    store.publishStats();
    return store;
  }

  /** Creates a store of reopened extents, whose pages have been claimed. */
  static ChroniclePageStore reopened(
      PageStoreOptions options,
      List<Extent> kept,
      PersistedPages keptPages,
      Executor executor,
      PageStoreListener listener,
      BooleanSupplier owned) {
    var store = new ChroniclePageStore(options, keptPages, executor, listener, owned);
    for (Extent extent : kept) {
      store.nextExtent = Math.max(store.nextExtent, extent.number() + 1);
      (extent.isLarge() ? store.largePages : store.leafPages).add(extent);
    }
    return store;
  }

  /** Adds claimed pages to the counts. */
  void countClaimed(long claimedPages, long claimedBytes) {
    pages.setRelease(claimedPages);
    bytes.setRelease(claimedBytes);
    publishStats();
  }

  /** Returns the number of page files in a directory; 0 if it is missing. Blocks. */
  public static int filesIn(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return (int) files.filter(file -> file.toString().endsWith(FILE_SUFFIX)).count();
    }
  }

  private static void deleteFiles(Path directory) throws IOException {
    deleteFilesBut(directory, Set.of());
  }

  static void deleteFilesBut(Path directory, Set<String> kept) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + FILE_SUFFIX)) {
      for (Path file : files) {
        if (!kept.contains(file.getFileName().toString())) {
          Files.deleteIfExists(file);
        }
      }
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
    assert owned.getAsBoolean() : "not the owner's thread";
    boolean leafRoom = leafPages.hasRoom(leaves);
    boolean largeRoom = largeBytes == 0 || largePages.hasRoom(largeUnits(largeBytes));
    publishStats();
    return leafRoom && largeRoom;
  }

  @Override
  public long freeLeafPages() {
    assert owned.getAsBoolean() : "not the owner's thread";
    return leafPages.room();
  }

  private long largeUnits(long largeBytes) {
    return largeBytes / largeKind.unitBytes() + largeBytes / options.pageBytes() + 1;
  }

  @Override
  public PageHandle allocate(int lengthBytes) {
    assert owned.getAsBoolean() : "not the owner's thread";
    if (lengthBytes < 1 || lengthBytes > MAX_PAGE_BYTES) {
      throw new IllegalArgumentException("length is out of range lengthBytes=" + lengthBytes);
    }
    PageHandle page = space(lengthBytes).allocate(lengthBytes);
    pages.setRelease(pages.getPlain() + 1);
    bytes.setRelease(bytes.getPlain() + lengthBytes);
    publishStats();
    return page;
  }

  @Override
  public void free(long id, long address, int lengthBytes) {
    assert owned.getAsBoolean() : "not the owner's thread";
    keptPages.forget(id);
    ExtentSpace space = space(lengthBytes);
    if (space.isFresh(id)) {
      space.free(id, lengthBytes);
    } else {
      limbo.add(captures, id, lengthBytes);
      limboBytes.setRelease(limboBytes.getPlain() + space.bytes(lengthBytes));
    }
    pages.setRelease(pages.getPlain() - 1);
    bytes.setRelease(bytes.getPlain() - lengthBytes);
    publishStats();
  }

  /**
   * Begins a checkpoint: from now on no place of a page in use is given to another page before a later checkpoint is durable.
   *
   * @return the number of the capture, for {@link #release}
   */
  public long capture() {
    assert owned.getAsBoolean() : "not the owner's thread";
    leafPages.capture();
    largePages.capture();
    return ++captures;
  }

  /**
   * Makes places available that were freed before a capture whose checkpoint is durable, at most {@code most} of them. Returns whether there are more.
   */
  public boolean release(long durableCapture, int most) {
    assert owned.getAsBoolean() : "not the owner's thread";
    boolean more = limbo.release(durableCapture, most, (id, lengthBytes) -> {
      ExtentSpace space = space(lengthBytes);
      space.free(id, lengthBytes);
      limboBytes.setRelease(limboBytes.getPlain() - space.bytes(lengthBytes));
    });
    publishStats();
    return more;
  }

  /** Returns the bytes of places that wait for a checkpoint before they are used again. Any thread. */
  public long limboBytes() {
    return limboBytes.getAcquire();
  }

  private ExtentSpace space(int lengthBytes) {
    return lengthBytes <= options.pageBytes() ? leafPages : largePages;
  }

  private void publishStats() {
    diskBytes.setRelease(leafPages.diskBytes() + largePages.diskBytes());
    capacityBytes.setRelease(leafPages.capacityBytes() + largePages.capacityBytes());
    freeBytes.setRelease(leafPages.freeBytes() + largePages.freeBytes());
    extents.setRelease(leafPages.count() + largePages.count());
  }

  @Override
  public PageStoreStats stats() {
    return new PageStoreStats(
        pages.getAcquire(),
        bytes.getAcquire(),
        diskBytes.getAcquire(),
        capacityBytes.getAcquire(),
        freeBytes.getAcquire(),
        (int) extents.getAcquire());
  }

  /** Releases the checksums after all persisted pages have been verified. */
  public void forgetChecksums() {
    assert owned.getAsBoolean() : "not the owner's thread";
    keptPages.forgetAll();
  }

  /**
   * Describes a page so that it can be found and verified after {@link #keep}. A page not verified since the last
   * shutdown keeps that shutdown's checksum.
   */
  public PersistedPage describe(long id, long address) {
    assert owned.getAsBoolean() : "not the owner's thread";
    int lengthBytes = LeafPage.lengthBytes(address);
    return new PersistedPage(
        id,
        lengthBytes,
        LeafPage.count(address),
        keptPages.checksum(id, address),
        space(lengthBytes).fileOffset(id));
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

  /**
   * Closes the store and keeps its files, forced to the disk. Blocks until the disk has written all remaining bytes.
   * Every page in use must have been described to the caller.
   *
   * @return the description of the files for {@link PageReopening}
   */
  public List<PersistedExtent> keep() throws IOException {
    var kept = new ArrayList<>(leafPages.keep());
    kept.addAll(largePages.keep());
    publishStats();
    return kept;
  }

  @Override
  public void close() {
    leafPages.close();
    largePages.close();
    publishStats();
  }
}
