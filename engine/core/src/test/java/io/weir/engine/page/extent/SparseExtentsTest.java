package io.weir.engine.page.extent;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PageHandle;
import io.weir.engine.page.PageStoreListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sparse page files are emptied, and deleted when no checkpoint names a page in them. */
final class SparseExtentsTest implements PageStoreListener {

  private static final int PAGE_BYTES = 8192;
  private static final int LARGE_BYTES = 40_000;
  private static final int ALL = Integer.MAX_VALUE;

  @TempDir
  Path directory;

  private ChroniclePageStore store;

  private long usableBytes = 1L << 40;

  private void open(int extentPages) throws IOException {
    var options = new PageStoreOptions(directory, PAGE_BYTES, extentPages, extentPages, 0)
        .withSpace(() -> usableBytes);
    store = ChroniclePageStore.open(options, Runnable::run, this, () -> true);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public void roomGrew() {}

  @Override
  public void failed(IOException cause) {
    throw new AssertionError(cause);
  }

  private PageHandle allocate(int length) {
    assertThat(store.hasRoom(1, length > PAGE_BYTES ? length : 0)).isTrue();
    return store.allocate(length);
  }

  private List<PageHandle> allocate(int count, int length) {
    var pages = new ArrayList<PageHandle>();
    for (var i = 0; i < count; i++) {
      pages.add(allocate(length));
    }
    return pages;
  }

  private void free(PageHandle page, int length) {
    store.free(page.id(), page.address(), length);
  }

  /** Frees every second page, and removes it from the list. */
  private void freeEverySecond(List<PageHandle> pages, int length) {
    for (var i = pages.size() - 1; i >= 0; i -= 2) {
      free(pages.remove(i), length);
    }
  }

  /**
   * Looks until the pace of the allocations is forgotten. Returns whether pages have to move then.
   */
  private boolean look() {
    return IntStream.range(0, 3).anyMatch(any -> store.moves().areWanted());
  }

  /** Moves all pages that have to. */
  private void move(List<PageHandle> pages, int length) {
    pages.replaceAll(page -> {
      if (!store.moves().isWanted(page.id())) {
        return page;
      }
      var moved = store.allocate(length);
      free(page, length);
      return moved;
    });
  }

  private void checkpoint() {
    store.captures().release(store.captures().capture(), ALL);
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  @Test
  void halfOfTheFilesAreDeletedWhenEverySecondPageIsFreed() throws IOException {
    open(256);
    var pages = allocate(2048, 100);
    freeEverySecond(pages, 100);
    var before = store.stats();

    while (look()) {
      move(pages, 100);
    }

    assertThat(before.extents()).isEqualTo(9);
    assertThat(store.stats().diskBytes()).isLessThan(before.diskBytes() * 6 / 10);
    assertThat(files()).isEqualTo(store.stats().extents());
    assertThat(store.stats().pages()).isEqualTo(1024);
  }

  @Test
  void theOnlyFileIsReplacedByASmallerOne() throws IOException {
    open(1024);
    var pages = allocate(1000, 100);
    freeEverySecond(pages, 100);
    var before = store.stats().diskBytes();

    while (look()) {
      move(pages, 100);
    }

    assertThat(store.stats().extents()).isEqualTo(1);
    assertThat(store.stats().diskBytes()).isLessThan(before * 6 / 10 + 64 * PAGE_BYTES);
    assertThat(look()).isFalse();
  }

  @Test
  void filesOfLargePagesAreEmptiedToo() throws IOException {
    open(64);
    var pages = allocate(2000, LARGE_BYTES);
    freeEverySecond(pages, LARGE_BYTES);
    var before = store.stats().diskBytes();

    while (look()) {
      move(pages, LARGE_BYTES);
    }

    assertThat(store.stats().diskBytes()).isLessThan(before * 6 / 10);
    assertThat(store.stats().pages()).isEqualTo(1000);
  }

  @Test
  void aFileIsDeletedOnlyWhenTheCheckpointAfterTheMovesIsDurable() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    freeEverySecond(pages, 100);
    checkpoint();
    assertThat(look()).isTrue();
    var files = files();

    move(pages, 100);

    assertThat(store.moves().areWanted()).isFalse();
    assertThat(store.awaitsCheckpoint()).isTrue();
    assertThat(files()).isEqualTo(files);
    var later = store.captures().capture();
    assertThat(files()).isEqualTo(files);

    store.captures().release(later, ALL);

    assertThat(files()).isLessThan(files).isEqualTo(store.stats().extents());
    assertThat(store.awaitsCheckpoint()).isFalse();
  }

  @Test
  void noPageGoesIntoAFileThatIsBeingEmptied() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    freeEverySecond(pages, 100);
    assertThat(look()).isTrue();

    assertThat(allocate(50, 100)).noneMatch(page -> store.moves().isWanted(page.id()));
    assertThat(store.moves().areWanted()).isTrue();
  }

  @Test
  void aWriterThatWouldLackRoomEndsTheEmptying() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    freeEverySecond(pages, 100);
    assertThat(look()).isTrue();
    var before = store.stats().diskBytes();

    allocate(400, 100);

    assertThat(pages).noneMatch(page -> store.moves().isWanted(page.id()));
    assertThat(store.stats().diskBytes()).as("no growth").isEqualTo(before);
  }

  @Test
  void placesThatWaitForACheckpointAreNotFree() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    store.captures().release(store.captures().capture(), ALL);
    freeEverySecond(pages, 100);

    assertThat(look()).isFalse();

    checkpoint();
    assertThat(look()).isTrue();
  }

  @Test
  void roomThatIsUsedUpWithinTwoMinutesIsKept() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    checkpoint();
    freeEverySecond(pages, 100);
    checkpoint();
    for (var looks = 0; looks < 5; looks++) {
      pages.addAll(allocate(20, 100));
      assertThat(store.moves().areWanted()).as("look %d", looks).isFalse();
    }

    assertThat(look()).as("the pace has fallen").isTrue();
  }

  @Test
  void aStoreWithLittleFreeRoomIsLeftAlone() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    for (var i = 0; i < 100; i++) {
      free(pages.remove(i), 100);
    }

    assertThat(look()).isFalse();
  }

  /** Growth makes room for the pages of a file, whose last pages are freed before they move. */
  @Test
  void aFileThatIsDeletedBeforeItsPagesMoveIsNotEmptied() throws IOException {
    open(256);
    var pages = allocate(1024, 100);
    freeInFile(0, 80, pages);
    for (var file = 1; file < 4; file++) {
      freeInFile(file, 40, pages);
    }
    var files = files();
    for (var looks = 0; looks < 5 && files() <= files; looks++) {
      files = files(); // the first looks delete a file that was made ahead
      assertThat(store.moves().areWanted()).isFalse();
    }
    assertThat(files()).as("room was made").isEqualTo(files + 1);

    freeInFile(0, 256, pages);
    assertThat(files()).as("nothing is in the file any more").isEqualTo(files);

    assertThat(look()).isFalse();
    assertThat(store.awaitsCheckpoint()).isFalse();
    allocate(100, 100);
  }

  private void freeInFile(int file, int most, List<PageHandle> pages) {
    var chosen = pages.stream()
        .filter(page -> Extent.numberOf(page.id()) == file)
        .limit(most)
        .toList();
    chosen.forEach(page -> free(page, 100));
    pages.removeAll(chosen);
  }

  @Test
  void onAFullDiskThereIsNoRoomToMoveAndNoWriteFails() throws IOException {
    open(1024);
    var pages = allocate(1000, 100);
    freeEverySecond(pages, 100);
    usableBytes = 0;

    assertThat(look()).isFalse(); // the listener would fail the test

    usableBytes = 1L << 40;
    assertThat(look()).isTrue();
  }
}
