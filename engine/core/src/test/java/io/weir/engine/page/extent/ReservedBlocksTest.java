package io.weir.engine.page.extent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.engine.disk.AllocatingDisk;
import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.PagesExhausted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.core.UnsafeMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store touches only blocks of a page file that the disk has allocated, and requests no more
 * than it needs.
 */
final class ReservedBlocksTest implements PageStoreListener {

  private static final int PAGE_BYTES = 8192;

  @TempDir
  Path directory;

  private final AllocatingDisk disk = new AllocatingDisk();
  private final ArrayDeque<Runnable> work = new ArrayDeque<>();
  private final List<IOException> failures = new ArrayList<>();
  private final List<PageHandle> pages = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private PageStoreOptions options;
  private ChroniclePageStore store;

  @BeforeEach
  void open() throws IOException {
    options = new PageStoreOptions(directory, PAGE_BYTES, 16, 4096, 0).withSpace(disk);
    store = ChroniclePageStore.open(options, work::add, this, () -> true);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public void roomGrew() {}

  @Override
  public void failed(IOException cause) {
    failures.add(cause);
  }

  @Test
  void everyPageOfAnySizeLiesInAllocatedBlocks() {
    var random = new Random(11);
    for (int i = 0; i < 6_000; i++) {
      boolean large = random.nextInt(4) == 0;
      allocate(
          large
              ? PAGE_BYTES + 1 + random.nextInt(1 << random.nextInt(21))
              : 1 + random.nextInt(PAGE_BYTES));
      if (pages.size() > 200 + i % 300) {
        free(random.nextInt(pages.size()));
      }
    }

    assertThat(failures).isEmpty();
    assertThat(store.stats().extents()).isGreaterThan(3);
  }

  @Test
  void aLargePageOfAnyLengthLiesAtItsPredictedPlace() {
    var random = new Random(12);
    for (int i = 0; i < 4_000; i++) {
      int units = 3 + random.nextInt(20);
      allocate(units * 4096 - 24 + random.nextInt(48)); // on either side of a whole unit
      if (pages.size() > 100 + i % 100) {
        free(random.nextInt(pages.size()));
      }
    }

    assertThat(failures).isEmpty();
  }

  private void allocate(int length) {
    for (int tries = 0; !store.hasRoom(1, length > PAGE_BYTES ? length : 0); tries++) {
      assertThat(tries).as("steps of growth for one page").isLessThan(50);
      runWork();
    }
    PageHandle page = allocateOrGrow(length);
    long end = store.fileOffset(page.id(), length) + length;
    assertThat(disk.allocatedTo(store.file(page.id(), length)))
        .as("blocks of each memory page that is written")
        .isGreaterThanOrEqualTo(OS.pageAlign(end));
    UnsafeMemory.INSTANCE.setMemory(page.address(), length, (byte) length);
    pages.add(page);
    lengths.add(length);
  }

  /**
   * A large page may find its room fragmented; the test then requests room again, as a shard does.
   */
  private PageHandle allocateOrGrow(int length) {
    for (int tries = 0; ; tries++) {
      try {
        return store.allocate(length);
      } catch (PagesExhausted e) {
        assertThat(tries).as("steps of growth for one page").isLessThan(50);
        runWork();
      }
    }
  }

  private void free(int at) {
    PageHandle page = pages.remove(at);
    int length = lengths.remove(at);
    assertThat(UnsafeMemory.INSTANCE.readByte(page.address() + length - 1))
        .isEqualTo((byte) length);
    store.free(page.id(), page.address(), length);
  }

  private void runWork() {
    while (!work.isEmpty()) {
      work.removeFirst().run();
    }
  }

  @Test
  void aFullDiskFailsOnlyGrowth() {
    fill(16);
    disk.leave(0);
    assertThat(store.hasRoom(1, 0)).isFalse();
    runWork();
    assertThat(failures).hasSize(1).first().asString().contains("No space left");
    assertThatThrownBy(() -> store.allocate(100)).isInstanceOf(PagesExhausted.class);
    runWork();

    disk.leave(Long.MAX_VALUE);
    assertThat(store.hasRoom(1, 0)).isFalse();
    runWork();
    assertThat(store.hasRoom(1, 0)).isTrue();
    fill(8);
  }

  @Test
  void failedGrowthUsesUpNoNumbersOfFiles() {
    fill(16);
    disk.leave(0);
    for (int look = 0; look < 50; look++) {
      assertThat(store.hasRoom(1, 0)).isFalse();
      assertThat(store.hasRoom(1, 2 * PAGE_BYTES)).isFalse();
      runWork();
    }
    assertThat(failures).hasSizeGreaterThan(50);

    disk.leave(Long.MAX_VALUE);
    for (int page = 0; page < 200; page++) {
      allocate(page % 2 == 0 ? PAGE_BYTES : 2 * PAGE_BYTES);
    }
    var numbers = pages.stream().map(page -> Extent.numberOf(page.id())).distinct();
    assertThat(numbers).allMatch(number -> number < store.stats().extents());
  }

  @Test
  void aFileThatAFailedStepHasLeftIsReplaced() throws IOException {
    fill(16);
    Files.write(directory.resolve("leaf-1.pages"), new byte[10_000]);
    fill(16);

    assertThat(failures).isEmpty();
    assertThat(Extent.numberOf(pages.get(pages.size() - 1).id())).isEqualTo(1);
  }

  @Test
  void aFileWithoutBlocksForItsMapIsDeleted() throws IOException {
    fill(16);
    for (long bytes = 0; bytes < 400_000; bytes += 20_000) {
      disk.leave(bytes);
      if (store.hasRoom(1, 0)) {
        break;
      }
      runWork();
      try (var files = Files.list(directory)) {
        assertThat(files.count()).as("files, with %d bytes", bytes).isLessThanOrEqualTo(2);
      }
    }
    assertThat(store.hasRoom(1, 0)).isTrue();
    fill(4);
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      allocate(PAGE_BYTES);
    }
  }

  @Test
  void aStoreWithoutPagesTakesLittleOfTheDisk() {
    assertThat(store.stats().diskBytes()).isLessThan(200_000);
  }

  @Test
  void aLoadedStoreTakesLittleMoreOfTheDiskThanItsPages() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      allocate(PAGE_BYTES);
      runWork();
    }
    var stats = store.stats();
    assertThat((double) stats.diskBytes() / stats.bytes()).isLessThan(1.15);
    assertThat((double) blocksOnDisk() / stats.bytes()).isLessThan(1.15);
    assertThat(blocksOnDisk()).as("pages in memory have blocks").isGreaterThan(stats.bytes());
  }

  private long blocksOnDisk() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/du")), "du is not installed");
    var du = new ProcessBuilder("/usr/bin/du", "-s", "-B1", directory.toString()).start();
    var told = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Long.parseLong(told.substring(0, told.indexOf('\t')));
  }

  @Test
  void growthInProgressTouchesNothingAfterTheStoreIsClosed() throws IOException {
    fill(16);
    assertThat(store.hasRoom(1, 0)).isFalse();

    store.close();
    runWork();

    try (var files = Files.list(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".pages"))).isEmpty();
    }
  }
}
