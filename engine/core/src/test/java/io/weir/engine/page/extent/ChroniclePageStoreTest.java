package io.weir.engine.page.extent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.PagesExhausted;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.openhft.chronicle.core.UnsafeMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The store as an allocator: growth ahead of need, reuse, release, and its failures without room.
 */
final class ChroniclePageStoreTest implements PageStoreListener {

  private static final int PAGE_BYTES = 8192;
  private static final int LARGE_BYTES = PAGE_BYTES + 1;

  @TempDir
  Path directory;

  private final ArrayDeque<Runnable> work = new ArrayDeque<>();
  private final List<IOException> failures = new ArrayList<>();
  private int roomGrew;
  private ChroniclePageStore store;

  @BeforeEach
  void open() throws IOException {
    var options = new PageStoreOptions(directory, PAGE_BYTES, 16, 1024, 0);
    store = ChroniclePageStore.open(options, work::add, this, () -> true);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    runWork();
    assertThat(files()).isZero();
  }

  @Override
  public void roomGrew() {
    roomGrew++;
  }

  @Override
  public void failed(IOException cause) {
    failures.add(cause);
  }

  @Test
  void aFiledPageIsReadAtItsAddress() {
    var first = filed(PAGE_BYTES, (byte) 1);
    var second = filed(100, (byte) 2);

    assertThat(holds(first, PAGE_BYTES, (byte) 1)).isTrue();
    assertThat(holds(second, 100, (byte) 2)).isTrue();
    store.free(first.id(), first.address(), PAGE_BYTES);
    var third = filed(PAGE_BYTES, (byte) 3);
    assertThat(third.address()).isEqualTo(first.address());
    assertThat(holds(third, PAGE_BYTES, (byte) 3)).isTrue();
    assertThat(holds(second, 100, (byte) 2)).isTrue();
  }

  @Test
  void largePagesOfAllLengthsAreFiledWithoutATraceInTheirNeighbours() {
    while (!store.hasRoom(1, 3 * LARGE_BYTES + PageStore.MAX_PAGE_BYTES)) {
      runWork();
    }
    var before = filed(LARGE_BYTES, (byte) 1);
    var longest = filed(PageStore.MAX_PAGE_BYTES, (byte) 2);
    var after = filed(LARGE_BYTES, (byte) 3);
    var leaf = filed(PAGE_BYTES, (byte) 4);

    assertThat(holds(before, LARGE_BYTES, (byte) 1)).isTrue();
    assertThat(holds(longest, PageStore.MAX_PAGE_BYTES, (byte) 2)).isTrue();
    assertThat(holds(after, LARGE_BYTES, (byte) 3)).isTrue();
    assertThat(holds(leaf, PAGE_BYTES, (byte) 4)).isTrue();
  }

  /** A subscriber may interrupt the loop that it runs on. */
  @Test
  void anInterruptOfTheOwnerNeitherLosesAPageNorStopsLaterOnes() {
    Thread.currentThread().interrupt();
    var first = filed(PAGE_BYTES, (byte) 1);

    assertThat(Thread.interrupted()).as("the interrupt stays").isTrue();
    var second = filed(PAGE_BYTES, (byte) 2);
    assertThat(holds(first, PAGE_BYTES, (byte) 1)).isTrue();
    assertThat(holds(second, PAGE_BYTES, (byte) 2)).isTrue();
  }

  private PageHandle filed(int length, byte value) {
    var page = store.allocate(length);
    long memory = store.memory(page, length);
    UnsafeMemory.INSTANCE.setMemory(memory, length, value);
    store.filled(page, length);
    return page;
  }

  private void runWork() {
    while (!work.isEmpty()) {
      work.removeFirst().run();
    }
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".pages")).count();
    }
  }

  private static void fill(PageHandle page, int length, byte value) {
    UnsafeMemory.INSTANCE.setMemory(page.address(), length, value);
  }

  private static boolean holds(PageHandle page, int length, byte value) {
    return UnsafeMemory.INSTANCE.readByte(page.address()) == value
        && UnsafeMemory.INSTANCE.readByte(page.address() + length - 1) == value;
  }

  @Test
  void pagesKeepTheirContentUntilTheyAreFreed() {
    List<PageHandle> pages = new ArrayList<>();

    for (int i = 0; i < 500; i++) {
      runWork();
      PageHandle page = store.allocate(PAGE_BYTES);
      fill(page, PAGE_BYTES, (byte) i);
      pages.add(page);
    }

    for (int i = 0; i < pages.size(); i++) {
      assertThat(holds(pages.get(i), PAGE_BYTES, (byte) i)).isTrue();
    }
    assertThat(store.stats().pages()).isEqualTo(500);
    assertThat(store.stats().extents()).isGreaterThan(3);
  }

  @Test
  void aReadThatIsInterruptedLeavesTheFileReadable() throws IOException {
    PageHandle page = store.allocate(PAGE_BYTES);
    fill(page, PAGE_BYTES, (byte) 1);
    store.read(page.id(), page.address());

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.read(page.id(), page.address()))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();

    store.read(page.id(), page.address());
  }

  @Test
  void noTwoPagesShareABlockOfTheDisk() {
    Set<Long> blocks = new HashSet<>();

    for (int i = 0; i < 500; i++) {
      runWork();
      int length = i % 3 == 0 ? PAGE_BYTES + 1 + 97 * i : PAGE_BYTES;
      PageHandle page = allocateOrGrow(length);
      long from = store.fileOffset(page.id(), length);
      assertThat(from % 4096).isZero();
      assertThat(page.address() % 4096).isZero();
      for (long at = from; at < from + length; at += 4096) {
        assertThat(blocks.add(store.file(page.id(), length).hashCode() * 1_000_003L + at))
            .isTrue();
      }
    }
  }

  @Test
  void noTwoPagesInUseHaveTheSameId() {
    Set<Long> ids = new HashSet<>();

    for (int i = 0; i < 5_000; i++) {
      runWork();
      PageHandle page = store.allocate(100);
      if (i % 3 == 0) {
        store.free(page.id(), page.address(), 100);
      } else {
        assertThat(ids.add(page.id())).isTrue();
      }
    }

    assertThat(store.stats().pages()).isEqualTo(ids.size());
  }

  @Test
  void aStoreWithoutRoomReportsItAndRequestsMore() {
    assertThat(store.hasRoom(16, 0)).isTrue();
    assertThat(store.hasRoom(17, 0)).isFalse();
    for (int i = 0; i < 16; i++) {
      store.allocate(PAGE_BYTES);
    }
    assertThatThrownBy(() -> store.allocate(PAGE_BYTES)).isInstanceOf(PagesExhausted.class);

    runWork();

    assertThat(roomGrew).isEqualTo(1);
    assertThat(store.hasRoom(16, 0)).isTrue();
    assertThat(store.allocate(PAGE_BYTES).address()).isNotZero();
  }

  @Test
  void theNextExtentExistsBeforeItIsNeeded() {
    for (int i = 0; i < 2_000; i++) {
      store.allocate(PAGE_BYTES);
      if (i % 4 == 0) {
        runWork();
      }
    }

    assertThat(store.stats().pages()).isEqualTo(2_000);
    assertThat(failures).isEmpty();
  }

  @Test
  void emptyExtentsAreDeleted() throws IOException {
    List<PageHandle> pages = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      runWork();
      pages.add(store.allocate(PAGE_BYTES));
    }
    long before = files();

    pages.forEach(page -> store.free(page.id(), page.address(), PAGE_BYTES));
    runWork();

    assertThat(store.stats().pages()).isZero();
    assertThat(files()).isLessThan(before).isGreaterThan(0);
    assertThat(store.hasRoom(16, 0)).isTrue();
  }

  @Test
  void pagesOfAllSizesAreAllocatedAndFreedWithoutRunningOut() {
    var random = new Random(7);
    List<PageHandle> pages = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();

    for (int i = 0; i < 4_000; i++) {
      boolean large = random.nextInt(4) == 0;
      int length = large
          ? PAGE_BYTES + 1 + random.nextInt(1 << random.nextInt(21))
          : 1 + random.nextInt(PAGE_BYTES);
      PageHandle page = allocateOrGrow(length);
      fill(page, length, (byte) page.id());
      pages.add(page);
      lengths.add(length);
      if (pages.size() > 300) {
        int at = random.nextInt(pages.size());
        PageHandle freed = pages.remove(at);
        int freedLength = lengths.remove(at);
        assertThat(holds(freed, freedLength, (byte) freed.id())).isTrue();
        store.free(freed.id(), freed.address(), freedLength);
      }
    }

    assertThat(failures).isEmpty();
    assertThat(store.stats().pages()).isEqualTo(300);
    assertThat(store.stats().bytes())
        .isEqualTo(lengths.stream().mapToLong(Integer::longValue).sum());
    assertThat(store.stats().capacityBytes()).isLessThan(8 * store.stats().bytes());
  }

  /** A large page may find its room fragmented, which only the allocation shows. */
  private PageHandle allocateOrGrow(int length) {
    for (int steps = 0; ; steps++) {
      try {
        return store.allocate(length);
      } catch (PagesExhausted e) {
        assertThat(steps).isLessThan(10);
        runWork();
      }
    }
  }

  @Test
  void aFullDiskIsReportedAndRetried() {
    long moreThanAnyDisk = 1L << 30;
    assertThat(store.hasRoom(moreThanAnyDisk, 0)).isFalse();
    runWork();
    assertThat(store.hasRoom(moreThanAnyDisk, 0)).isFalse();
    runWork();

    assertThat(failures)
        .hasSize(2)
        .allSatisfy(cause -> assertThat(cause).hasMessageContaining("nearly full"));
    assertThat(store.hasRoom(16, 0)).isTrue();
  }

  @Test
  void nothingBlocksOnAnEventLoop() {
    // BlockHound is on: it fails calls that block on a thread of this scheduler.
    Mono.fromRunnable(this::allocateAndFree).subscribeOn(Schedulers.parallel()).block();
    runWork();

    Mono.fromRunnable(this::allocateAndFree).subscribeOn(Schedulers.parallel()).block();

    assertThat(store.stats().pages()).isZero();
  }

  private void allocateAndFree() {
    List<PageHandle> pages = new ArrayList<>();
    while (store.hasRoom(1, 0)) {
      pages.add(store.allocate(PAGE_BYTES));
    }
    pages.forEach(page -> store.free(page.id(), page.address(), PAGE_BYTES));
  }

  @Test
  void filesOfAnEarlierProcessAreDeleted() throws IOException {
    Files.writeString(directory.resolve("leaf-77.pages"), "left");
    Files.writeString(directory.resolve("other.txt"), "kept");

    store.close();
    open();

    assertThat(directory.resolve("leaf-77.pages")).doesNotExist();
    assertThat(directory.resolve("other.txt")).exists();
  }

  @Test
  void anExtentThatArrivesAfterCloseIsDeleted() throws IOException {
    assertThat(store.hasRoom(17, 0)).isFalse();

    store.close();
    runWork();

    assertThat(files()).isZero();
  }
}
